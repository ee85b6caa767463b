// A Chromium for the browser tests: named, found, installed by apt, or Playwright's own; or refused with what to do.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptInstall } from './apt.mjs';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Whether the browser tests have a Chromium: PW_CHROMIUM, the system's, or one that was installed just now.
 * @param {(line: string) => void} log
 */
export function provideChromium(log) {
  if (process.env['PW_CHROMIUM'] !== undefined || SYSTEM.some((path) => existsSync(path))) return true;
  if (aptInstall(['chromium'], log) && SYSTEM.some((path) => existsSync(path))) return true;
  log('Installing Chromium (playwright install) …');
  const { status } = spawnSync('pnpm', ['--dir', 'e2e', 'exec', 'playwright', 'install', 'chromium'], {
    stdio: 'ignore',
  });
  if (status === 0) return true;
  log(
    'skipped: the browser tests. No Chromium was found or could be installed; install one, or name it in PW_CHROMIUM.',
  );
  return false;
}
