import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { MAX_BODY_BYTES } from '@millrace/live';
import { Refused } from '../refused.ts';

/**
 * The bytes of a file; null where there is none. A link, a folder, a pipe and a file that is too large are refused before anything
 * of them is read.
 */
export function readRegularFile(path: string): Uint8Array | null {
  const file = open(path);
  if (file === null) return null;
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Refused('wrong', `${path} is no file. Take it out of the folder of pipelines.`);
    if (stat.size > MAX_BODY_BYTES) {
      throw new Refused(
        'wrong',
        `${path} has ${stat.size} bytes; at most ${MAX_BODY_BYTES} are read. Split the pipeline.`,
      );
    }
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Without waiting for a pipe's other end. */
function open(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Refused('wrong', `${path} cannot be read: ${message}. Mend its rights, or take it out of the folder.`);
  }
}
