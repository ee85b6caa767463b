import { BATCH_HEADER_BYTES, type LogPlace } from '@millrace/kafka-wire';
import { peekBatch } from './batch-fields.ts';
import { type LogRefusal, refuse } from './log-refusal.ts';
import type { Segment } from './segment.ts';

export type Wanted = {
  readonly offset: number;
  /** Batches that begin here or behind are left out. */
  readonly until: number;
  readonly maxBytes: number;
  /** Whether the first batch is given even if it is larger than `maxBytes`. */
  readonly minOneBatch: boolean;
};

export type ReadBatches = {
  /** Whole batches; none where the first one is not wanted or too large. */
  readonly records: Buffer;
  /** The offset behind the last of them; the wanted one where there is none. */
  readonly nextOffset: number;
};

/** Index entries stand about this far apart; the wanted batch lies behind one. */
const BEFORE_WANTED_BYTES = 8192;

/**
 * Whole batches of one segment as they are stored: the first holds the wanted offset, or is the first behind it where the offset
 * was compacted away. Null where the segment has none at or behind it. One read, a second one for a batch that is larger.
 */
export function readBatches(segment: Segment, wanted: Wanted, place: LogPlace): ReadBatches | LogRefusal | null {
  const range = segment.rangeFor(wanted.offset);
  if ('position' in range) return damaged(segment, range.position, wanted.offset, place);
  const chunkBytes = wanted.maxBytes + BEFORE_WANTED_BYTES;
  let chunkAt = range.from;
  let chunk = segment.read(chunkAt, Math.min(chunkBytes, range.until - chunkAt));
  for (let at = range.from; at < range.until; ) {
    if (chunkAt + chunk.length - at < BATCH_HEADER_BYTES) {
      chunkAt = at;
      chunk = segment.read(chunkAt, Math.min(chunkBytes, range.until - chunkAt));
    }
    const span = peekBatch(chunk, at - chunkAt);
    if (span === null || span === 'damaged' || at + span.bytes > range.until)
      return damaged(segment, at, wanted.offset, place);
    if (span.lastOffset >= wanted.offset) {
      if (span.baseOffset >= wanted.until || (span.bytes > wanted.maxBytes && !wanted.minOneBatch))
        return { records: Buffer.alloc(0), nextOffset: wanted.offset };
      return at + span.bytes <= chunkAt + chunk.length
        ? wholeBatches(chunk, at - chunkAt, wanted)
        : wholeBatches(segment.read(at, Math.max(span.bytes, Math.min(wanted.maxBytes, range.until - at))), 0, wanted);
    }
    at += span.bytes;
  }
  return null;
}

/** The batches from `first` on that fit; at least one. */
function wholeBatches(chunk: Buffer, first: number, wanted: Wanted): ReadBatches {
  let end = first;
  let nextOffset = wanted.offset;
  for (let span = peekBatch(chunk, end); span !== null && span !== 'damaged'; span = peekBatch(chunk, end)) {
    if (end + span.bytes > chunk.length || span.baseOffset >= wanted.until) break;
    if (end > first && end + span.bytes - first > wanted.maxBytes) break;
    end += span.bytes;
    nextOffset = span.lastOffset + 1;
  }
  return { records: chunk.subarray(first, end), nextOffset };
}

function damaged({ path }: Segment, position: number, offset: number, { topic, partition }: LogPlace): LogRefusal {
  const where = `${path} at byte ${position}`;
  return refuse(
    'CORRUPT_MESSAGE',
    `${topic}[${partition}] cannot be read at offset ${offset}: ${where} is damaged. Read on behind it.`,
  );
}
