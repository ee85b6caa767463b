import { WireError } from '../wire-error.ts';
import { type AbortedTransaction, AbortedTransactions } from './aborted-transactions.ts';
import { decompress } from './compression.ts';
import { crc32c } from './crc32c.ts';
import { RangesBuilder, type RecordRanges } from './record-ranges.ts';

/** Bytes of a batch before its first record (record batch v2). */
export const BATCH_HEADER = 61;
const COMPRESSION = 0x07;
const LOG_APPEND_TIME = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;

export type DecodeOptions = {
  readonly topic: string;
  readonly partition: number;
  /** The first offset that is wanted: a fetch begins with the batch that contains it. */
  readonly from: number;
  /** Records at this offset and beyond are left out. */
  readonly until: number;
  /** The response's list, in any order; null for read_uncommitted. */
  readonly aborted: readonly AbortedTransaction[] | null;
};

export type DecodedBatches = {
  readonly ranges: readonly RecordRanges[];
  /** The position behind everything that was read: control batches, aborted records and holes are passed. */
  readonly nextOffset: number;
  /** Whether the last batch carries the broker's time. */
  readonly logAppendTime: boolean;
};

/**
 * Reads the batches of one partition's fetch response: checks each CRC, leaves out control batches (by their flag alone) and aborted
 * transactions (E4), and gives the records as ranges. A batch that the response cut off at its end is left for the next fetch.
 */
export function decodeBatches(bytes: Buffer, options: DecodeOptions): DecodedBatches {
  const { from, until } = options;
  const aborted = options.aborted === null ? null : new AbortedTransactions(options.aborted);
  const ranges: RangesBuilder[] = [];
  let nextOffset = from;
  let logAppendTime = false;
  for (let at = 0; bytes.length - at >= BATCH_HEADER; ) {
    const end = at + 12 + bytes.readInt32BE(at + 8);
    if (end > bytes.length) break;
    const batch = readHeader(bytes, at, end, options);
    if (!isSkipped(batch, aborted) && batch.baseOffset < until && batch.lastOffset >= from) {
      logAppendTime = (batch.attributes & LOG_APPEND_TIME) !== 0;
      readRecords(bytes, batch, options, ranges);
    }
    nextOffset = Math.max(nextOffset, batch.lastOffset + 1);
    at = end;
  }
  return { ranges, nextOffset: Math.min(nextOffset, Math.max(until, from)), logAppendTime };
}

type BatchHeader = {
  readonly at: number;
  readonly end: number;
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly attributes: number;
  readonly baseTimestamp: number;
  readonly maxTimestamp: number;
  readonly producerId: bigint;
  readonly count: number;
};

/** The header of a batch whose magic and CRC are right. */
function readHeader(bytes: Buffer, at: number, end: number, { topic, partition }: DecodeOptions): BatchHeader {
  const baseOffset = int64(bytes, at);
  const magic = bytes[at + 16];
  if (magic !== 2) {
    throw new WireError(
      `The batch at ${topic}[${partition}] offset ${baseOffset} has the format v${String(magic)} of before Kafka 0.11, which is not read. Copy the topic with a current client.`,
    );
  }
  if (crc32c(bytes, at + 21, end) !== bytes.readUInt32BE(at + 17)) {
    throw new WireError(
      `The batch at ${topic}[${partition}] offset ${baseOffset} has a wrong CRC: its bytes were damaged on disk or on the way. Nothing of it was used.`,
    );
  }
  return {
    at,
    end,
    baseOffset,
    lastOffset: baseOffset + bytes.readInt32BE(at + 23),
    attributes: bytes.readInt16BE(at + 21),
    baseTimestamp: int64(bytes, at + 27),
    maxTimestamp: int64(bytes, at + 35),
    producerId: bytes.readBigInt64BE(at + 43),
    count: bytes.readInt32BE(at + 57),
  };
}

/** Control batches end a transaction and hold no data; batches of aborted transactions are not data either (E4). */
function isSkipped({ attributes, producerId, lastOffset }: BatchHeader, aborted: AbortedTransactions | null): boolean {
  if ((attributes & CONTROL) !== 0) {
    aborted?.ended(producerId, lastOffset);
    return true;
  }
  return aborted !== null && (attributes & TRANSACTIONAL) !== 0 && aborted.contains(producerId, lastOffset);
}

function readRecords(bytes: Buffer, batch: BatchHeader, options: DecodeOptions, ranges: RangesBuilder[]): void {
  const codec = batch.attributes & COMPRESSION;
  const records =
    codec === 0
      ? bytes
      : decompress(codec, bytes.subarray(batch.at + BATCH_HEADER, batch.end), options, batch.baseOffset);
  const last = ranges.at(-1);
  const into =
    last !== undefined && last.buffer === records ? last : new RangesBuilder(records, Math.max(16, batch.count));
  if (into !== last) ranges.push(into);
  const start = codec === 0 ? batch.at + BATCH_HEADER : 0;
  walkRecords(records, start, codec === 0 ? batch.end : records.length, batch, options, into);
}

/** Cursor of the variable-length reads below: a function that returns a pair would allocate for each number. */
let cursor = 0;

function walkRecords(
  b: Buffer,
  start: number,
  end: number,
  batch: BatchHeader,
  { from, until, topic, partition }: DecodeOptions,
  into: RangesBuilder,
): void {
  const logAppendTime = (batch.attributes & LOG_APPEND_TIME) !== 0;
  if (batch.count > end - start) throw torn(topic, partition, batch.baseOffset);
  into.ensure(batch.count);
  cursor = start;
  for (let i = 0; i < batch.count; i++) {
    const length = varint(b);
    const recordEnd = cursor + length;
    if (length < 0 || recordEnd > end) throw torn(topic, partition, batch.baseOffset);
    cursor += 1;
    const timestampDelta = varlong(b);
    const offset = batch.baseOffset + varint(b);
    const keyLength = varint(b);
    const keyStart = cursor;
    if (keyLength > 0) cursor += keyLength;
    const keyEnd = cursor;
    const valueLength = varint(b);
    const valueStart = cursor;
    if (valueLength > 0) cursor += valueLength;
    if (cursor > recordEnd) throw torn(topic, partition, batch.baseOffset);
    if (offset >= from && offset < until) {
      const n = into.count++;
      into.offsets[n] = offset;
      into.timestamps[n] = logAppendTime
        ? batch.maxTimestamp
        : batch.baseTimestamp < 0
          ? -1
          : batch.baseTimestamp + timestampDelta;
      into.keyStart[n] = keyLength < 0 ? -1 : keyStart;
      into.keyEnd[n] = keyLength < 0 ? -1 : keyEnd;
      into.valueStart[n] = valueLength < 0 ? -1 : valueStart;
      into.valueEnd[n] = valueLength < 0 ? -1 : cursor;
      into.headersStart[n] = cursor;
      into.headersEnd[n] = recordEnd;
    }
    cursor = recordEnd;
  }
}

function torn(topic: string, partition: number, offset: number): WireError {
  return new WireError(
    `The batch at ${topic}[${partition}] offset ${offset} has records that do not fit in it. Nothing of it was used.`,
  );
}

function varint(b: Buffer): number {
  let byte = b[cursor++] as number;
  if (byte < 128) return (byte >>> 1) ^ -(byte & 1);
  let value = byte & 127;
  for (let shift = 7; shift < 35; shift += 7) {
    byte = b[cursor++] as number;
    value |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return (value >>> 1) ^ -(value & 1);
}

/** 64 bits as a double: exact up to 2^53, which milliseconds do not reach. */
function varlong(b: Buffer): number {
  let byte = b[cursor++] as number;
  if (byte < 128) return (byte >>> 1) ^ -(byte & 1);
  let value = byte & 127;
  let scale = 128;
  for (let i = 1; i < 10; i++) {
    byte = b[cursor++] as number;
    value += (byte & 127) * scale;
    if (byte < 128) break;
    scale *= 128;
  }
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}

function int64(b: Buffer, at: number): number {
  return b.readInt32BE(at) * 4294967296 + b.readUInt32BE(at + 4);
}
