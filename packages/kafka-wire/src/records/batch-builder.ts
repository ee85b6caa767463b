import { crc32c } from './crc32c.ts';
import { BATCH_HEADER } from './decode-batches.ts';
import type { Header } from './headers.ts';

const TRANSACTIONAL = 0x10;
/** What a record takes beside its key and value at most, without headers. */
const RECORD_OVERHEAD = 40;

/** Who writes a batch. A producer id of −1 means neither idempotent nor transactional. */
export type BatchProducer = {
  readonly producerId: bigint;
  readonly epoch: number;
  readonly baseSequence: number;
  readonly transactional: boolean;
};

/** Writes one record batch (v2, not compressed) record by record into one growing buffer. */
export class BatchBuilder {
  #bytes: Buffer;
  #length = BATCH_HEADER;
  #count = 0;
  #baseTimestamp = 0;
  #maxTimestamp = 0;

  constructor(capacity = 1 << 14) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  get count(): number {
    return this.#count;
  }

  get length(): number {
    return this.#length;
  }

  /** Appends a record; ranges of one buffer, a start of −1 is null. */
  add(
    timestampMs: number,
    key: Uint8Array,
    keyStart: number,
    keyEnd: number,
    value: Uint8Array,
    valueStart: number,
    valueEnd: number,
    headers: readonly Header[] = [],
  ): void {
    if (this.#count === 0) this.#baseTimestamp = this.#maxTimestamp = timestampMs;
    if (timestampMs > this.#maxTimestamp) this.#maxTimestamp = timestampMs;
    const keyLength = keyStart < 0 ? -1 : keyEnd - keyStart;
    const valueLength = valueStart < 0 ? -1 : valueEnd - valueStart;
    const headerBytes = headers.length === 0 ? null : encodeHeaders(headers);
    const timestampDelta = timestampMs - this.#baseTimestamp;
    const bodyLength =
      1 +
      varintSize(timestampDelta) +
      varintSize(this.#count) +
      varintSize(keyLength) +
      Math.max(0, keyLength) +
      varintSize(valueLength) +
      Math.max(0, valueLength) +
      (headerBytes?.length ?? 1);
    this.#ensure(bodyLength + RECORD_OVERHEAD);
    this.#varint(bodyLength);
    this.#bytes[this.#length++] = 0;
    this.#varint(timestampDelta);
    this.#varint(this.#count);
    this.#put(keyLength, key, keyStart, keyEnd);
    this.#put(valueLength, value, valueStart, valueEnd);
    if (headerBytes === null) this.#bytes[this.#length++] = 0;
    else {
      this.#bytes.set(headerBytes, this.#length);
      this.#length += headerBytes.length;
    }
    this.#count += 1;
  }

  /** The finished batch; its base offset is 0, the broker assigns the real one. The builder is not used again. */
  finish({ producerId, epoch, baseSequence, transactional }: BatchProducer): Buffer {
    const b = this.#bytes;
    b.writeBigInt64BE(0n, 0);
    b.writeInt32BE(this.#length - 12, 8);
    b.writeInt32BE(-1, 12);
    b[16] = 2;
    b.writeInt16BE(transactional ? TRANSACTIONAL : 0, 21);
    b.writeInt32BE(this.#count - 1, 23);
    b.writeBigInt64BE(BigInt(this.#baseTimestamp), 27);
    b.writeBigInt64BE(BigInt(this.#maxTimestamp), 35);
    b.writeBigInt64BE(producerId, 43);
    b.writeInt16BE(epoch, 51);
    b.writeInt32BE(baseSequence, 53);
    b.writeInt32BE(this.#count, 57);
    b.writeUInt32BE(crc32c(b, 21, this.#length), 17);
    return b.subarray(0, this.#length);
  }

  #put(length: number, bytes: Uint8Array, start: number, end: number): void {
    this.#varint(length);
    if (length <= 0) return;
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    this.#length += length;
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
    const wider = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes));
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

function encodeHeaders(headers: readonly Header[]): Buffer {
  const parts: Buffer[] = [varintBytes(headers.length)];
  for (const [key, value] of headers) {
    const keyBytes = Buffer.from(key, 'utf8');
    parts.push(varintBytes(keyBytes.length), keyBytes, varintBytes(value === null ? -1 : value.length));
    if (value !== null) parts.push(Buffer.from(value));
  }
  return Buffer.concat(parts);
}

function varintBytes(value: number): Buffer {
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  const bytes: number[] = [];
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
