import { BATCH_HEADER_BYTES, type BatchHeader, type LogPlace, readBatchHeader, WireError } from '@millrace/kafka-wire';
import type { OpenFile } from '../files/files.ts';
import { peekBatch } from './batch-fields.ts';

/** A good batch at a position of the file (its header's start and end are those in `bytes`), or bytes that are none. */
export type Scanned =
  | { readonly kind: 'batch'; readonly position: number; readonly header: BatchHeader; readonly bytes: Buffer }
  | { readonly kind: 'damage'; readonly position: number; readonly end: number };

export type ScanLimits = LogPlace & {
  /** The offset that comes next, at least. */
  readonly nextOffset: number;
  /** Batches end below it; Infinity for no limit. */
  readonly endOffset: number;
  /** Whether no offset may be missing between two batches. */
  readonly isDense: boolean;
};

const CHUNK_BYTES = 1 << 20;
const MAX_SPAN = 2 ** 31;

/**
 * Walks the batches of a file from a position on, each checked with its CRC. Behind damage it goes on with the next good batch;
 * damage that reaches to the end of the file is the last thing it gives.
 */
export function* scanBatches(file: OpenFile, from: number, limits: ScanLimits): Generator<Scanned> {
  const size = file.size();
  let position = from;
  let { nextOffset } = limits;
  let isDense = limits.isDense;
  let chunk: Buffer = Buffer.alloc(0);
  let chunkAt = from;
  while (position < size) {
    if (!holdsBatch(chunk, position - chunkAt)) {
      chunk = readChunk(file, position, size);
      chunkAt = position;
    }
    const header = goodBatch(chunk, position - chunkAt, { ...limits, nextOffset, isDense });
    if (header === null) {
      const end = nextGoodBatch(file, position, size, { ...limits, nextOffset, isDense: false });
      yield { kind: 'damage', position, end };
      position = end;
      isDense = false;
      continue;
    }
    yield { kind: 'batch', position, header, bytes: chunk };
    position += header.end - header.start;
    nextOffset = header.lastOffset + 1;
    isDense = limits.isDense;
  }
}

function holdsBatch(chunk: Buffer, at: number): boolean {
  const span = peekBatch(chunk, at);
  return span !== null && span !== 'damaged' && at + span.bytes <= chunk.length;
}

/** At least the batch that begins at the position, where it is whole in the file. */
function readChunk(file: OpenFile, position: number, size: number): Buffer {
  const chunk = readAt(file, position, Math.min(CHUNK_BYTES, size - position));
  const span = peekBatch(chunk, 0);
  if (span === null || span === 'damaged' || span.bytes <= chunk.length || position + span.bytes > size) return chunk;
  return readAt(file, position, span.bytes);
}

function goodBatch(bytes: Buffer, at: number, limits: ScanLimits): BatchHeader | null {
  const span = peekBatch(bytes, at);
  if (span === null || span === 'damaged' || at + span.bytes > bytes.length) return null;
  const { baseOffset, lastOffset } = span;
  if (baseOffset < limits.nextOffset || lastOffset < baseOffset || lastOffset >= limits.endOffset) return null;
  if (lastOffset - limits.nextOffset >= MAX_SPAN || (limits.isDense && baseOffset !== limits.nextOffset)) return null;
  try {
    return readBatchHeader(bytes, at, limits);
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

/** Where, behind a damaged one, the next good batch begins: where the damaged one says that it ends, or anywhere. */
function nextGoodBatch(file: OpenFile, position: number, size: number, limits: ScanLimits): number {
  const span = peekBatch(readAt(file, position, Math.min(BATCH_HEADER_BYTES, size - position)), 0);
  if (span !== null && span !== 'damaged' && isGoodAt(file, position + span.bytes, size, limits))
    return position + span.bytes;
  for (let from = position + 1; from < size; from += CHUNK_BYTES) {
    const window = readAt(file, from, Math.min(CHUNK_BYTES + BATCH_HEADER_BYTES, size - from));
    for (let magic = window.indexOf(2, 16); magic >= 0; magic = window.indexOf(2, magic + 1)) {
      const at = magic - 16;
      if (at < CHUNK_BYTES && isPlausible(window, at, limits) && isGoodAt(file, from + at, size, limits))
        return from + at;
    }
  }
  return size;
}

function isPlausible(window: Buffer, at: number, { nextOffset }: ScanLimits): boolean {
  const span = peekBatch(window, at);
  if (span === null || span === 'damaged') return false;
  return span.baseOffset >= nextOffset && span.lastOffset - nextOffset < MAX_SPAN && span.lastOffset >= span.baseOffset;
}

function isGoodAt(file: OpenFile, position: number, size: number, limits: ScanLimits): boolean {
  if (position + BATCH_HEADER_BYTES > size) return false;
  const span = peekBatch(readAt(file, position, BATCH_HEADER_BYTES), 0);
  if (span === null || span === 'damaged' || position + span.bytes > size) return false;
  return goodBatch(readAt(file, position, span.bytes), 0, limits) !== null;
}

function readAt(file: OpenFile, position: number, bytes: number): Buffer {
  const into = Buffer.allocUnsafe(bytes);
  return into.subarray(0, file.read(position, into));
}
