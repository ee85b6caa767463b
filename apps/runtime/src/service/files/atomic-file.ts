import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Makes a file that appears whole; false when there is one already. */
export function createFile(path: string, bytes: Uint8Array): boolean {
  const temporary = writeTemporary(path, bytes, 0o644);
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

/** Puts new bytes in a file's place, so that a reader sees the old ones or the new; false when the file has gone. */
export function replaceFile(path: string, bytes: Uint8Array): boolean {
  if (!existsSync(path)) return false;
  renameSync(writeTemporary(path, bytes, statSync(path).mode & 0o777), path);
  return true;
}

/** Beside the file, under a name that no pipeline has. */
function writeTemporary(path: string, bytes: Uint8Array, mode: number): string {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  writeFileSync(temporary, bytes, { mode, flag: 'wx', flush: true });
  return temporary;
}
