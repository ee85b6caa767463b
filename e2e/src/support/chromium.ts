import { existsSync } from 'node:fs';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** PW_CHROMIUM, else the system's; undefined: Playwright's own. */
export function chromiumPath(): string | undefined {
  return process.env['PW_CHROMIUM'] ?? SYSTEM.find((path) => existsSync(path));
}
