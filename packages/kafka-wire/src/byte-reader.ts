import { WireError } from './wire-error.ts';

/**
 * Reads the protocol's primitive types from a frame. Every length is checked against the bytes that are left before memory is
 * given to it. int64 is read as a number where the protocol means an offset or a time, refused beyond 2^53; producer ids are bigint.
 */
export class ByteReader {
  readonly buffer: Buffer;
  offset: number;
  readonly end: number;

  constructor(buffer: Buffer, offset = 0, end = buffer.length) {
    this.buffer = buffer;
    this.offset = offset;
    this.end = end;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  take(bytes: number): number {
    const at = this.offset;
    if (bytes < 0 || bytes > this.end - at) {
      throw new WireError(
        `A length of ${bytes} bytes at byte ${at} exceeds the ${this.end - at} bytes that are left of the frame.`,
      );
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

  bigint64(): bigint {
    return this.buffer.readBigInt64BE(this.take(8));
  }

  int64(): number {
    const at = this.take(8);
    const value = this.buffer.readInt32BE(at) * 4294967296 + this.buffer.readUInt32BE(at + 4);
    if (!Number.isSafeInteger(value)) throw new WireError(`The 64-bit number at byte ${at} lies beyond 2^53.`);
    return value;
  }

  uvarint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.buffer[this.take(1)] as number;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw new WireError(`The variable-length number before byte ${this.offset} has more than five bytes.`);
  }

  string(): string {
    const text = this.nullableString();
    if (text === null) throw new WireError(`A string before byte ${this.offset} is null and must not be.`);
    return text;
  }

  nullableString(): string | null {
    const length = this.int16();
    if (length < 0) return null;
    const at = this.take(length);
    return this.buffer.toString('utf8', at, at + length);
  }

  compactString(): string {
    const text = this.compactNullableString();
    if (text === null) throw new WireError(`A string before byte ${this.offset} is null and must not be.`);
    return text;
  }

  compactNullableString(): string | null {
    const length = this.uvarint();
    if (length === 0) return null;
    const at = this.take(length - 1);
    return this.buffer.toString('utf8', at, at + length - 1);
  }

  /** The number of elements of an array; −1 for null. An element has at least one byte, so a longer array is refused here. */
  arrayLength(compact: boolean): number {
    const length = compact ? this.uvarint() - 1 : this.int32();
    if (length > this.remaining) {
      throw new WireError(
        `An array of ${length} elements at byte ${this.offset} exceeds the ${this.remaining} bytes that are left.`,
      );
    }
    return length < 0 ? -1 : length;
  }

  skipTaggedFields(): void {
    for (let fields = this.uvarint(); fields > 0; fields--) {
      this.uvarint();
      this.take(this.uvarint());
    }
  }
}
