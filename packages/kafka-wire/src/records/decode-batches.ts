import { type AbortedTransaction, AbortedTransactions } from './aborted-transactions.ts';
import {
  ATTRIBUTES,
  BATCH_HEADER_BYTES,
  type BatchHeader,
  checkCount,
  type LogPlace,
  readBatchHeader,
} from './batch-header.ts';
import { decompress } from './compression.ts';
import { closeRanges, type OpenRanges, openRanges, type RecordRanges } from './record-ranges.ts';
import { walkRecords } from './walk-records.ts';

export type DecodeOptions = LogPlace & {
  /** The first offset that is wanted: an answer begins with the batch that contains it. */
  readonly from: number;
  /** Records at this offset and beyond are left out. */
  readonly until: number;
  /** The answer's list, in any order; null for read_uncommitted. */
  readonly aborted: readonly AbortedTransaction[] | null;
};

export type DecodedBatches = {
  /** None of them is empty. */
  readonly ranges: readonly RecordRanges[];
  /** The position behind everything that was read: control batches, aborted records, empty batches and holes are passed. */
  readonly nextOffset: number;
  /** Whether the last batch of data carries the broker's time. */
  readonly logAppendTime: boolean;
};

/**
 * Reads the batches of one partition's fetch answer: checks each CRC, leaves out control batches (by their flag alone) and aborted
 * transactions (E4), and gives the records as ranges. A batch that the answer cut off at its end is left for the next fetch.
 * Throws WireError naming topic, partition and offset.
 */
export function decodeBatches(bytes: Buffer, options: DecodeOptions): DecodedBatches {
  const { from, until } = options;
  const { data, nextOffset } = wantedBatches(bytes, options);
  const plain = data.filter((batch) => codecOf(batch) === 0);
  const capacity = plain.reduce((sum, { count }) => sum + count, 0);
  const ranges: OpenRanges[] = [];
  for (const batch of data) readInto(ranges, bytes, capacity, batch, options);
  return {
    ranges: ranges.filter(({ count }) => count > 0).map(closeRanges),
    nextOffset: Math.min(nextOffset, Math.max(until, from)),
    logAppendTime: ((data.at(-1)?.attributes ?? 0) & ATTRIBUTES.logAppendTime) !== 0,
  };
}

/** The headers of the batches whose records are wanted, and the position behind all. */
function wantedBatches(bytes: Buffer, options: DecodeOptions): { data: BatchHeader[]; nextOffset: number } {
  const { from, until } = options;
  const aborted = options.aborted === null ? null : new AbortedTransactions(options.aborted);
  const data: BatchHeader[] = [];
  let nextOffset = from;
  let batch = readBatchHeader(bytes, 0, options);
  while (batch !== null) {
    nextOffset = Math.max(nextOffset, batch.lastOffset + 1);
    if (!isLeftOut(batch, aborted) && batch.baseOffset < until && batch.lastOffset >= from) {
      if (codecOf(batch) === 0) checkCount(batch, batch.end - batch.start - BATCH_HEADER_BYTES, options);
      data.push(batch);
    }
    batch = readBatchHeader(bytes, batch.end, options);
  }
  return { data, nextOffset };
}

/** Control batches end a transaction and hold no data; batches of aborted transactions are not data either. */
function isLeftOut({ attributes, producerId, lastOffset }: BatchHeader, aborted: AbortedTransactions | null): boolean {
  if ((attributes & ATTRIBUTES.control) !== 0) {
    aborted?.ended(producerId, lastOffset);
    return true;
  }
  return aborted !== null && (attributes & ATTRIBUTES.transactional) !== 0 && aborted.contains(producerId, lastOffset);
}

function codecOf({ attributes }: BatchHeader): number {
  return attributes & ATTRIBUTES.compression;
}

/** Batches that are not compressed share ranges over the answer's bytes, as long as no compressed one comes between them. */
function readInto(
  ranges: OpenRanges[],
  bytes: Buffer,
  capacity: number,
  batch: BatchHeader,
  options: DecodeOptions,
): void {
  const codec = codecOf(batch);
  const last = ranges.at(-1);
  if (codec === 0) {
    const into = last?.buffer === bytes ? last : openRanges(bytes, capacity - plainCount(ranges, bytes));
    if (into !== last) ranges.push(into);
    walkRecords(into, batch.start + BATCH_HEADER_BYTES, batch.end, batch, options);
    return;
  }
  const records = decompress(
    codec,
    bytes.subarray(batch.start + BATCH_HEADER_BYTES, batch.end),
    options,
    batch.baseOffset,
  );
  checkCount(batch, records.length, options);
  const into = openRanges(records, batch.count);
  ranges.push(into);
  walkRecords(into, 0, records.length, batch, options);
}

function plainCount(ranges: readonly OpenRanges[], bytes: Buffer): number {
  return ranges.reduce((sum, { buffer, count }) => sum + (buffer === bytes ? count : 0), 0);
}
