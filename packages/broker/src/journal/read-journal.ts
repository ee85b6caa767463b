import { FRAME_HEAD, frameAt, JOURNAL_MAGIC, type JournalFrame } from './journal-frame.ts';

/** A journal that cannot be read; the message says which, where, and what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/**
 * The entries of a journal's bytes in order, and how many bytes hold them: what follows is a torn tail, which was never acknowledged.
 * Throws a `JournalError` where durable entries follow a broken place.
 */
export function readJournal(path: string, bytes: Uint8Array, take: (frame: JournalFrame) => void): number {
  if (isUnborn(bytes)) return 0;
  if (!JOURNAL_MAGIC.every((byte, at) => bytes[at] === byte))
    throw new JournalError(
      `${path} is not a journal of this version of the broker: use the version that wrote it, or move the file away`,
    );
  let at = JOURNAL_MAGIC.length;
  for (let frame = frameAt(bytes, at); frame !== undefined; frame = frameAt(bytes, at)) {
    take(frame);
    at = frame.end;
  }
  refuseLostEntries(path, bytes, at);
  return at;
}

/** A stop while the file was made leaves a part of its beginning, or (after a loss of power) zeros. */
function isUnborn(bytes: Uint8Array): boolean {
  return bytes.every((byte, at) => byte === 0 || (bytes.length < JOURNAL_MAGIC.length && byte === JOURNAL_MAGIC[at]));
}

function refuseLostEntries(path: string, bytes: Uint8Array, broken: number): void {
  for (let at = broken + 1; at + FRAME_HEAD <= bytes.length; at++) {
    const frame = frameAt(bytes, at);
    if (frame !== undefined && frame.firm > broken)
      throw new JournalError(
        `${path} is corrupt at byte ${broken}: entries that were acknowledged follow from byte ${at} on. ` +
          'Restore the file from a copy, or move it away to start without what it holds',
      );
  }
}
