import { crc32c } from '@millrace/kafka-wire';
import type { OpenFile } from '../files/files.ts';
import type { AbortedRange } from './aborted-ranges.ts';
import { SparseIndex } from './sparse-index.ts';

/** What is known of a segment without reading it. */
export type SegmentFacts = {
  readonly sizeBytes: number;
  /** The offset behind its last batch; its base offset where it has none. */
  readonly nextOffset: number;
  /** −1 where no batch has a timestamp. */
  readonly maxTimestamp: number;
  /** The base offset of the first batch with that timestamp. */
  readonly maxTimestampOffset: number;
  /** Of the first batch; −1 for none. */
  readonly firstTimestamp: number;
  readonly createdMs: number;
  readonly lastAppendMs: number;
};

const MAGIC = 0x4d4c4931;
const FACTS = 7;
const COUNTS_AT = 4 + FACTS * 8;
const RANGES_AT = COUNTS_AT + 8;
const RANGE_BYTES = 32;

/** A segment's cache file: its facts and aborted ranges with a CRC, then the index with its own. */
export function encodeIndexFile(facts: SegmentFacts, aborted: readonly AbortedRange[], index: SparseIndex): Buffer {
  const entries = index.encode();
  const head = Buffer.alloc(RANGES_AT + aborted.length * RANGE_BYTES);
  head.writeUInt32BE(MAGIC, 0);
  factsInOrder(facts).forEach((fact, i) => {
    head.writeDoubleBE(fact, 4 + i * 8);
  });
  head.writeUInt32BE(aborted.length, COUNTS_AT);
  head.writeUInt32BE(entries.length, COUNTS_AT + 4);
  aborted.forEach((range, i) => {
    writeRange(head, RANGES_AT + i * RANGE_BYTES, range);
  });
  return Buffer.concat([head, crcOf(head), entries, crcOf(entries)]);
}

export type IndexHead = {
  readonly facts: SegmentFacts;
  readonly aborted: readonly AbortedRange[];
  readonly entriesAt: number;
  readonly entriesBytes: number;
};

/** The file's first part; null where it is missing or damaged. */
export function readIndexHead(file: OpenFile): IndexHead | null {
  const start = readExactly(file, 0, RANGES_AT);
  if (start === null || start.readUInt32BE(0) !== MAGIC) return null;
  const bytes = RANGES_AT + start.readUInt32BE(COUNTS_AT) * RANGE_BYTES;
  if (bytes > file.size()) return null;
  const head = readChecked(file, 0, bytes);
  if (head === null) return null;
  const [sizeBytes, nextOffset, maxTimestamp, maxTimestampOffset, firstTimestamp, createdMs, lastAppendMs] = Array.from(
    { length: FACTS },
    (_, i) => head.readDoubleBE(4 + i * 8),
  ) as [number, number, number, number, number, number, number];
  return {
    facts: { sizeBytes, nextOffset, maxTimestamp, maxTimestampOffset, firstTimestamp, createdMs, lastAppendMs },
    aborted: Array.from({ length: head.readUInt32BE(COUNTS_AT) }, (_, i) =>
      readRange(head, RANGES_AT + i * RANGE_BYTES),
    ),
    entriesAt: bytes + 4,
    entriesBytes: head.readUInt32BE(COUNTS_AT + 4),
  };
}

/** The index itself; null where it is damaged. */
export function readIndexEntries(file: OpenFile, { entriesAt, entriesBytes }: IndexHead): SparseIndex | null {
  if (entriesAt + entriesBytes + 4 > file.size()) return null;
  const entries = readChecked(file, entriesAt, entriesBytes);
  return entries === null ? null : SparseIndex.decode(entries);
}

function factsInOrder(facts: SegmentFacts): number[] {
  const { sizeBytes, nextOffset, maxTimestamp, maxTimestampOffset, firstTimestamp, createdMs, lastAppendMs } = facts;
  return [sizeBytes, nextOffset, maxTimestamp, maxTimestampOffset, firstTimestamp, createdMs, lastAppendMs];
}

function writeRange(into: Buffer, at: number, range: AbortedRange): void {
  into.writeBigInt64BE(range.producerId, at);
  into.writeDoubleBE(range.firstOffset, at + 8);
  into.writeDoubleBE(range.lastOffset, at + 16);
  into.writeDoubleBE(range.lastStableOffset, at + 24);
}

function readRange(from: Buffer, at: number): AbortedRange {
  return {
    producerId: from.readBigInt64BE(at),
    firstOffset: from.readDoubleBE(at + 8),
    lastOffset: from.readDoubleBE(at + 16),
    lastStableOffset: from.readDoubleBE(at + 24),
  };
}

function crcOf(bytes: Buffer): Buffer {
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32c(bytes, 0, bytes.length));
  return crc;
}

/** Bytes that the CRC behind them confirms. */
function readChecked(file: OpenFile, at: number, bytes: number): Buffer | null {
  const read = readExactly(file, at, bytes + 4);
  if (read === null) return null;
  const body = read.subarray(0, bytes);
  return crc32c(read, 0, bytes) === read.readUInt32BE(bytes) ? body : null;
}

function readExactly(file: OpenFile, at: number, bytes: number): Buffer | null {
  const into = Buffer.alloc(bytes);
  return file.read(at, into) === bytes ? into : null;
}
