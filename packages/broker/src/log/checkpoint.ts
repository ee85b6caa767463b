import type { Files } from '../files/files.ts';

/** What of a log is known from no batch. */
export type Checkpoint = {
  /** Offsets below it are deleted, whether or not their bytes are still there. */
  readonly logStartOffset: number;
  /** Compaction has done what lies below it. */
  readonly compactedUntil: number;
};

const NAME = 'checkpoint';

/** Zeros where there is none. */
export function readCheckpoint(files: Files, folder: string): Checkpoint {
  const none = { logStartOffset: 0, compactedUntil: 0 };
  if (!files.list(folder).includes(NAME)) return none;
  const file = files.open(`${folder}/${NAME}`);
  const bytes = Buffer.alloc(file.size());
  file.read(0, bytes);
  file.close();
  const [logStartOffset, compactedUntil] = bytes.toString('latin1').split('\n').map(Number);
  return Number.isSafeInteger(logStartOffset) && Number.isSafeInteger(compactedUntil)
    ? { logStartOffset: logStartOffset as number, compactedUntil: compactedUntil as number }
    : none;
}

/** Puts a new checkpoint in the place of the former at once; with `fsync` it outlives a loss of power. */
export function writeCheckpoint(files: Files, folder: string, checkpoint: Checkpoint, fsync: boolean): void {
  const temporary = `${folder}/${NAME}.tmp`;
  const file = files.open(temporary);
  file.truncate(0);
  file.write(0, Buffer.from(`${checkpoint.logStartOffset}\n${checkpoint.compactedUntil}\n`));
  if (fsync) file.sync();
  file.close();
  files.rename(temporary, `${folder}/${NAME}`);
  if (fsync) files.syncFolder(folder);
}
