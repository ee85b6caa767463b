import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'port';

/** The port that a folder's broker had last, so that clients find it again; null where there was none. */
export function keptPort(folder: string): number | null {
  try {
    const port = Number(readFileSync(join(folder, NAME), 'utf8').trim());
    return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : null;
  } catch {
    return null;
  }
}

export function keepPort(folder: string, port: number): void {
  writeFileSync(join(folder, NAME), `${port}\n`);
}
