import { ATTRIBUTES, BATCH_HEADER_BYTES, type BatchHeader, ByteWriter, type RecordRanges } from '@millrace/kafka-wire';
import { DELETE_HORIZON, seal } from './batch-fields.ts';

/** When tombstones and markers of a batch may go; null where no compaction has met it yet. */
export function deleteHorizonOf({ attributes, baseTimestamp }: BatchHeader): number | null {
  return (attributes & DELETE_HORIZON) !== 0 ? baseTimestamp : null;
}

/**
 * A batch with some of its records, not compressed. Offsets, producer, sequence numbers and the offsets that the batch spans stay
 * as they are, also when no record is left; a delete horizon takes the place of the base timestamp (KIP-534).
 */
export class ThinnedBatch {
  readonly #original: Buffer;
  readonly #header: BatchHeader;
  readonly #horizonMs: number | null;
  readonly #body = new ByteWriter(4096);
  #count = 0;
  #maxTimestamp = -1;

  /** `original`: the batch's own bytes. */
  constructor(original: Buffer, header: BatchHeader, horizonMs: number | null) {
    this.#original = original;
    this.#header = header;
    this.#horizonMs = horizonMs;
  }

  get count(): number {
    return this.#count;
  }

  /** Takes record `i` of the batch over. */
  keep(
    { buffer, offsets, timestamps, keyStart, keyEnd, valueStart, valueEnd, headersStart, headersEnd }: RecordRanges,
    i: number,
  ) {
    const timestamp = timestamps[i] as number;
    const record = new ByteWriter(64);
    record.int8(0);
    record.varint(timestamp - this.#baseTimestamp);
    record.varint((offsets[i] as number) - this.#header.baseOffset);
    writeRange(record, buffer, keyStart[i] as number, keyEnd[i] as number);
    writeRange(record, buffer, valueStart[i] as number, valueEnd[i] as number);
    record.raw(buffer.subarray(headersStart[i], headersEnd[i]));
    this.#body.varint(record.length);
    for (const chunk of record.chunks()) this.#body.raw(chunk);
    this.#count += 1;
    this.#maxTimestamp = Math.max(this.#maxTimestamp, timestamp);
  }

  finish(): { readonly batch: Buffer; readonly header: BatchHeader } {
    const { attributes: before } = this.#header;
    const maxTimestamp = this.#count === 0 ? this.#header.maxTimestamp : this.#maxTimestamp;
    const attributes = (before & ~ATTRIBUTES.compression) | (this.#horizonMs === null ? 0 : DELETE_HORIZON);
    const batch = Buffer.concat([this.#original.subarray(0, BATCH_HEADER_BYTES), ...this.#body.chunks()]);
    batch.writeInt32BE(batch.length - 12, 8);
    batch.writeInt16BE(attributes, 21);
    batch.writeBigInt64BE(BigInt(this.#baseTimestamp), 27);
    batch.writeBigInt64BE(BigInt(maxTimestamp), 35);
    batch.writeInt32BE(this.#count, 57);
    seal(batch);
    const times = { baseTimestamp: this.#baseTimestamp, maxTimestamp };
    return {
      batch,
      header: { ...this.#header, ...times, start: 0, end: batch.length, attributes, count: this.#count },
    };
  }

  get #baseTimestamp(): number {
    return this.#horizonMs ?? this.#header.baseTimestamp;
  }
}

/** A marker with a delete horizon: its bytes are those of before but for the base timestamp. */
export function withHorizon(original: Buffer, header: BatchHeader, horizonMs: number) {
  const batch = Buffer.from(original);
  const attributes = header.attributes | DELETE_HORIZON;
  batch.writeInt16BE(attributes, 21);
  batch.writeBigInt64BE(BigInt(horizonMs), 27);
  seal(batch);
  return { batch, header: { ...header, start: 0, end: batch.length, attributes, baseTimestamp: horizonMs } };
}

function writeRange(out: ByteWriter, buffer: Buffer, start: number, end: number): void {
  out.varint(start < 0 ? -1 : end - start);
  if (start >= 0) out.raw(buffer.subarray(start, end));
}
