import { WireError } from '../wire-error.ts';
import { crc32c } from './crc32c.ts';

/** Bytes of a record batch (v2) before its first record. */
export const BATCH_HEADER_BYTES = 61;
/** Base offset and length stand before what the length counts. */
const BEFORE_LENGTH_COUNTS = 12;
const MAGIC_AT = 16;
const MAGIC = 2;
const CRC_AT = 17;
/** The CRC covers everything from the attributes on. */
export const CRC_FROM = 21;
/** Six one-byte fields and the record's own length. */
const MIN_RECORD_BYTES = 7;

/** Bits of a batch's attributes. */
export const ATTRIBUTES = { compression: 0x07, logAppendTime: 0x08, transactional: 0x10, control: 0x20 } as const;

/** Where a batch comes from: for messages. */
export type LogPlace = { readonly topic: string; readonly partition: number };

/** A batch that is whole in its buffer at [start, end). */
export type BatchHeader = {
  readonly start: number;
  readonly end: number;
  readonly baseOffset: number;
  readonly partitionLeaderEpoch: number;
  readonly lastOffset: number;
  readonly attributes: number;
  readonly baseTimestamp: number;
  readonly maxTimestamp: number;
  readonly producerId: bigint;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly count: number;
};

/**
 * The header of the batch at `start`, its format and CRC checked; null where the bytes end inside it (the broker cuts an answer
 * at a number of bytes). Throws {@link WireError} for bytes that are no batch of today's format.
 */
export function readBatchHeader(bytes: Buffer, start: number, place: LogPlace): BatchHeader | null {
  const left = bytes.length - start;
  if (left <= MAGIC_AT) return null;
  const baseOffset = int64(bytes, start);
  const magic = bytes[start + MAGIC_AT] as number;
  if (magic < MAGIC)
    throw fault(
      place,
      baseOffset,
      `has the format v${magic} of before Kafka 0.11, which is not read. Copy the topic with a current client.`,
    );
  if (magic > MAGIC) throw fault(place, baseOffset, `has the unknown format v${magic}.`);
  const length = bytes.readInt32BE(start + 8);
  if (length < BATCH_HEADER_BYTES - BEFORE_LENGTH_COUNTS)
    throw fault(place, baseOffset, `says that it has ${length} bytes.`);
  const end = start + BEFORE_LENGTH_COUNTS + length;
  if (end > bytes.length) return null;
  if (crc32c(bytes, start + CRC_FROM, end) !== bytes.readUInt32BE(start + CRC_AT)) {
    throw fault(
      place,
      baseOffset,
      'has a wrong CRC: its bytes were damaged on disk or on the way. Nothing of it was used.',
    );
  }
  return {
    start,
    end,
    baseOffset,
    partitionLeaderEpoch: bytes.readInt32BE(start + 12),
    lastOffset: baseOffset + bytes.readInt32BE(start + 23),
    attributes: bytes.readInt16BE(start + 21),
    baseTimestamp: int64(bytes, start + 27),
    maxTimestamp: int64(bytes, start + 35),
    producerId: bytes.readBigInt64BE(start + 43),
    producerEpoch: bytes.readInt16BE(start + 51),
    baseSequence: bytes.readInt32BE(start + 53),
    count: bytes.readInt32BE(start + 57),
  };
}

/** Refuses a number of records that `bytes` cannot hold, before memory is given to them. */
export function checkCount({ count, baseOffset }: BatchHeader, bytes: number, place: LogPlace): void {
  if (count >= 0 && count * MIN_RECORD_BYTES <= bytes) return;
  throw fault(place, baseOffset, `says that it holds ${count} records in ${bytes} bytes.`);
}

export function fault({ topic, partition }: LogPlace, offset: number, what: string): WireError {
  return new WireError(`The batch at ${topic}[${partition}] offset ${offset} ${what}`);
}

/** Offsets and times lie below 2^53, where a double is exact. */
function int64(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 4294967296 + bytes.readUInt32BE(at + 4);
}
