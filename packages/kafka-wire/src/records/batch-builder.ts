import { ATTRIBUTES, BATCH_HEADER_BYTES, CRC_FROM } from './batch-header.ts';
import { crc32c } from './crc32c.ts';

/** Attributes, the lengths and deltas at their longest, and the count of no headers. */
export const MAX_RECORD_OVERHEAD = 32;
/** Below it a loop copies faster than a call. */
const SHORT_BYTES = 48;

/** Who writes a batch. A producer id of −1 means neither idempotent nor transactional. */
export type BatchProducer = {
  readonly producerId: bigint;
  readonly epoch: number;
  readonly baseSequence: number;
  readonly transactional: boolean;
};

/** Bytes of a batch that holds this record alone: what a broker compares with max.message.bytes. A length of −1 is null. */
export function singleRecordBatchBytes(keyBytes: number, valueBytes: number, headersBytes: number): number {
  const key = varintSize(keyBytes) + Math.max(0, keyBytes);
  const value = varintSize(valueBytes) + Math.max(0, valueBytes);
  const record = 3 + key + value + Math.max(1, headersBytes);
  return BATCH_HEADER_BYTES + varintSize(record) + record;
}

/** Writes one record batch (v2, not compressed) record by record into one growing buffer; the bytes are copied once. */
export class BatchBuilder {
  #bytes: Buffer;
  #length = BATCH_HEADER_BYTES;
  #count = 0;
  #baseTimestamp = 0;
  #maxTimestamp = 0;

  constructor(capacity = 1 << 14) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  get count(): number {
    return this.#count;
  }

  /** Bytes of the batch so far. */
  get length(): number {
    return this.#length;
  }

  /**
   * Appends a record whose key and value are ranges; a start of −1 is null. `timestampMs` −1: none. `headers`: the raw section of
   * `encodeHeaders`, null for none.
   */
  add(
    timestampMs: number,
    key: Uint8Array,
    keyStart: number,
    keyEnd: number,
    value: Uint8Array,
    valueStart: number,
    valueEnd: number,
    headers: Uint8Array | null = null,
  ): void {
    if (this.#count === 0) this.#baseTimestamp = this.#maxTimestamp = timestampMs;
    if (timestampMs > this.#maxTimestamp) this.#maxTimestamp = timestampMs;
    const keyLength = keyStart < 0 ? -1 : keyEnd - keyStart;
    const valueLength = valueStart < 0 ? -1 : valueEnd - valueStart;
    const delta = timestampMs - this.#baseTimestamp;
    let length = 1 + varintSize(delta) + varintSize(this.#count) + varintSize(keyLength) + varintSize(valueLength);
    length += headers === null ? 1 : headers.length;
    if (keyLength > 0) length += keyLength;
    if (valueLength > 0) length += valueLength;
    this.#ensure(length + 5);
    this.#varint(length);
    this.#bytes[this.#length++] = 0;
    this.#varint(delta);
    this.#varint(this.#count);
    this.#varint(keyLength);
    if (keyLength > 0) this.#copy(key, keyStart, keyEnd);
    this.#varint(valueLength);
    if (valueLength > 0) this.#copy(value, valueStart, valueEnd);
    if (headers === null) this.#bytes[this.#length++] = 0;
    else this.#copy(headers, 0, headers.length);
    this.#count += 1;
  }

  /** The finished batch; its base offset is 0, the broker assigns the real one. The builder must not be used again. */
  finish({ producerId, epoch, baseSequence, transactional }: BatchProducer): Buffer {
    const b = this.#bytes;
    b.fill(0, 0, 8);
    b.writeInt32BE(this.#length - 12, 8);
    b.writeInt32BE(-1, 12);
    b[16] = 2;
    b.writeInt16BE(transactional ? ATTRIBUTES.transactional : 0, 21);
    b.writeInt32BE(this.#count - 1, 23);
    b.writeBigInt64BE(BigInt(this.#baseTimestamp), 27);
    b.writeBigInt64BE(BigInt(this.#maxTimestamp), 35);
    b.writeBigInt64BE(producerId, 43);
    b.writeInt16BE(epoch, 51);
    b.writeInt32BE(baseSequence, 53);
    b.writeInt32BE(this.#count, 57);
    b.writeUInt32BE(crc32c(b, CRC_FROM, this.#length), 17);
    return b.subarray(0, this.#length);
  }

  #copy(from: Uint8Array, start: number, end: number): void {
    const to = this.#bytes;
    let at = this.#length;
    if (end - start > SHORT_BYTES) to.set(from.subarray(start, end), at);
    else for (let i = start; i < end; i++) to[at++] = from[i] as number;
    this.#length += end - start;
  }

  #varint(value: number): void {
    let rest = value < 0 ? -value * 2 - 1 : value * 2;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  #ensure(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const wider = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + bytes));
    this.#bytes.copy(wider, 0, 0, this.#length);
    this.#bytes = wider;
  }
}

function varintSize(value: number): number {
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  let size = 1;
  while (rest > 127) {
    rest = Math.floor(rest / 128);
    size += 1;
  }
  return size;
}
