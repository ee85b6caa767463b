import { WireError } from './wire-error.ts';

/**
 * Reads the protocol's primitive types from a frame. Every length is checked against the bytes that are left before memory is
 * given to it; what does not fit is a {@link WireError}.
 *
 * 64-bit integers: offsets and times are numbers and refused beyond 2^53 (`int64`, `varlong`); producer ids are any 64 bits and
 * bigint (`bigint64`).
 */
export class ByteReader {
  readonly buffer: Buffer;
  offset: number;
  readonly end: number;
  /** Elements that all arrays together may still have: an element takes more memory than its bytes. */
  #elementsLeft: number;

  constructor(buffer: Buffer, offset = 0, end = buffer.length, mostElements = Number.POSITIVE_INFINITY) {
    this.buffer = buffer;
    this.offset = offset;
    this.end = end;
    this.#elementsLeft = mostElements;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  /** Passes a number of bytes and returns where they begin. */
  take(bytes: number): number {
    const at = this.offset;
    if (bytes < 0 || bytes > this.end - at) {
      throw new WireError(`${bytes} bytes are announced at byte ${at}, where ${this.end - at} are left.`);
    }
    this.offset = at + bytes;
    return at;
  }

  bool(): boolean {
    return this.int8() !== 0;
  }

  int8(): number {
    return this.buffer.readInt8(this.take(1));
  }

  int16(): number {
    return this.buffer.readInt16BE(this.take(2));
  }

  int32(): number {
    return this.buffer.readInt32BE(this.take(4));
  }

  int64(): number {
    const at = this.take(8);
    const value = this.buffer.readInt32BE(at) * 4294967296 + this.buffer.readUInt32BE(at + 4);
    if (!Number.isSafeInteger(value)) throw new WireError(`The offset or time at byte ${at} lies beyond 2^53.`);
    return value;
  }

  bigint64(): bigint {
    return this.buffer.readBigInt64BE(this.take(8));
  }

  /** 32 bits, unsigned: the lengths of the compact types. */
  uvarint(): number {
    return this.#variable(5, 2 ** 32 - 1);
  }

  /** 32 bits, zigzag: lengths inside records. */
  varint(): number {
    return unzigzag(this.#variable(5, 2 ** 32 - 1));
  }

  /** 64 bits, zigzag, as a number from −2^52 to 2^52 − 1: time deltas. */
  varlong(): number {
    return unzigzag(this.#variable(8, Number.MAX_SAFE_INTEGER));
  }

  #variable(maxBytes: number, max: number): number {
    const from = this.offset;
    let value = 0;
    for (let i = 0, scale = 1; i < maxBytes; i++, scale *= 128) {
      const byte = this.buffer[this.take(1)] as number;
      value += (byte & 127) * scale;
      if (byte < 128 && value <= max) return value;
    }
    throw new WireError(`The variable-length number at byte ${from} is longer than its type.`);
  }

  /** 128 bits in the usual notation with hyphens. */
  uuid(): string {
    const at = this.take(16);
    const hex = this.buffer.toString('hex', at, at + 16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  string(compact: boolean): string {
    return this.#present(this.nullableString(compact), 'string');
  }

  nullableString(compact: boolean): string | null {
    const length = compact ? this.uvarint() - 1 : this.int16();
    if (length < 0) return null;
    const at = this.take(length);
    return this.buffer.toString('utf8', at, at + length);
  }

  bytes(compact: boolean): Buffer {
    return this.#present(this.nullableBytes(compact), 'byte string');
  }

  /** A view of the frame, not a copy. */
  nullableBytes(compact: boolean): Buffer | null {
    const length = compact ? this.uvarint() - 1 : this.int32();
    if (length < 0) return null;
    const at = this.take(length);
    return this.buffer.subarray(at, at + length);
  }

  /** The number of elements of an array of elements with at least `minBytes` each; −1 for null. */
  arrayLength(compact: boolean, minBytes: number): number {
    const at = this.offset;
    const length = compact ? this.uvarint() - 1 : this.int32();
    if (length * minBytes > this.remaining) {
      throw new WireError(`${length} elements are announced at byte ${at}, where ${this.remaining} bytes are left.`);
    }
    this.#elementsLeft -= Math.max(0, length);
    if (this.#elementsLeft < 0)
      throw new WireError(`The ${length} elements at byte ${at} are too many for one request.`);
    return length < 0 ? -1 : length;
  }

  /** Tagged fields (KIP-482) are all optional; those of newer versions are passed. */
  skipTaggedFields(): void {
    for (let fields = this.uvarint(); fields > 0; fields--) {
      this.uvarint();
      this.take(this.uvarint());
    }
  }

  #present<T>(value: T | null, what: string): T {
    if (value === null) throw new WireError(`The ${what} before byte ${this.offset} is null and must not be.`);
    return value;
  }
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}
