import { BATCH_HEADER_BYTES, crc32c } from '@millrace/kafka-wire';

/** Bytes before what a batch's length counts. */
const BEFORE_LENGTH_COUNTS = 12;
const CRC_AT = 17;
const ATTRIBUTES_AT = 21;

/** A batch with tombstones or a marker that wait for their removal: its base timestamp says when (KIP-534). */
export const DELETE_HORIZON = 0x40;

/** Where a batch of at least a header lies in bytes, by its own word: nothing but magic and length is checked. */
export type BatchSpan = { readonly bytes: number; readonly baseOffset: number; readonly lastOffset: number };

/** The batch that begins at `at`; null where fewer bytes than a header are left, 'damaged' where no batch begins. */
export function peekBatch(bytes: Buffer, at: number): BatchSpan | 'damaged' | null {
  if (bytes.length - at < BATCH_HEADER_BYTES) return null;
  const length = bytes.readInt32BE(at + 8) + BEFORE_LENGTH_COUNTS;
  if (bytes[at + 16] !== 2 || length < BATCH_HEADER_BYTES) return 'damaged';
  const baseOffset = int64(bytes, at);
  return { bytes: length, baseOffset, lastOffset: baseOffset + bytes.readInt32BE(at + 23) };
}

/** Both lie outside what the CRC covers. */
export function setPlace(batch: Buffer, baseOffset: number, leaderEpoch: number): void {
  batch.writeBigInt64BE(BigInt(baseOffset), 0);
  batch.writeInt32BE(leaderEpoch, 12);
}

/** Gives all records of a batch the broker's time. */
export function setLogAppendTime(batch: Buffer, nowMs: number): void {
  batch.writeInt16BE(batch.readInt16BE(ATTRIBUTES_AT) | 0x08, ATTRIBUTES_AT);
  batch.writeBigInt64BE(BigInt(nowMs), 35);
  seal(batch);
}

/** Writes the CRC that the batch's bytes have. */
export function seal(batch: Buffer): void {
  batch.writeUInt32BE(crc32c(batch, ATTRIBUTES_AT, batch.length), CRC_AT);
}

/** Offsets and times: below 2^53. */
export function int64(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 4294967296 + bytes.readUInt32BE(at + 4);
}
