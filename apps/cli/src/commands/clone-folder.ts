import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '@millrace/model';

/** The folder of the clone that this program is part of, from its sources and from its bundle. */
export function cloneFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    assert(folder !== dirname(folder), 'the program is in its clone');
    folder = dirname(folder);
  }
  return folder;
}
