import { join } from 'node:path';
import type { Files } from '../files/files.ts';

const NAME = 'ended-in-order';

/** Whether the broker before ended in order. From now on it has not, until {@link endInOrder} says so. */
export function takeCleanEnd(files: Files, folder: string): boolean {
  const wasClean = files.list(folder).includes(NAME);
  files.remove(join(folder, NAME));
  files.syncFolder(folder);
  return wasClean;
}

/** Everything is closed: the next start may take the logs as they are. */
export function endInOrder(files: Files, folder: string): void {
  files.open(join(folder, NAME)).close();
  files.syncFolder(folder);
}
