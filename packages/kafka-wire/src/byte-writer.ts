/** From this size on, bytes are referred to and not copied. */
const REFERENCE_BYTES = 4096;

/** Writes the protocol's primitive types; large byte strings stay where they are and become chunks of their own. */
export class ByteWriter {
  readonly #chunks: Uint8Array[] = [];
  #chunkBytes = 0;
  #buffer: Buffer;
  #length = 0;

  constructor(capacity = 256) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#chunkBytes + this.#length;
  }

  /** What was written, in order. Chunks handed to `raw` must not change before these are sent. */
  chunks(): readonly Uint8Array[] {
    return [...this.#chunks, this.#buffer.subarray(0, this.#length)];
  }

  #take(bytes: number): number {
    const at = this.#length;
    if (at + bytes > this.#buffer.length) {
      const wider = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, at + bytes));
      this.#buffer.copy(wider, 0, 0, at);
      this.#buffer = wider;
    }
    this.#length = at + bytes;
    return at;
  }

  bool(value: boolean): void {
    this.int8(value ? 1 : 0);
  }

  int8(value: number): void {
    const at = this.#take(1);
    this.#buffer.writeInt8(value, at);
  }

  int16(value: number): void {
    const at = this.#take(2);
    this.#buffer.writeInt16BE(value, at);
  }

  int32(value: number): void {
    const at = this.#take(4);
    this.#buffer.writeInt32BE(value, at);
  }

  /** Offsets and times: safe integers. */
  int64(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no offset or time of 64 bits.`);
    const at = this.#take(8);
    this.#buffer.writeInt32BE(Math.floor(value / 4294967296), at);
    this.#buffer.writeUInt32BE(value >>> 0, at + 4);
  }

  bigint64(value: bigint): void {
    const at = this.#take(8);
    this.#buffer.writeBigInt64BE(value, at);
  }

  uvarint(value: number): void {
    let rest = value;
    while (rest > 127) {
      const at = this.#take(1);
      this.#buffer[at] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    const at = this.#take(1);
    this.#buffer[at] = rest;
  }

  /** Zigzag: varint and varlong alike. */
  varint(value: number): void {
    this.uvarint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  uuid(value: string): void {
    const at = this.#take(16);
    this.#buffer.write(value.replaceAll('-', ''), at, 'hex');
  }

  string(text: string | null, compact: boolean): void {
    const length = text === null ? -1 : Buffer.byteLength(text);
    if (compact) this.uvarint(length + 1);
    else this.int16(length);
    if (text === null) return;
    const at = this.#take(length);
    this.#buffer.write(text, at);
  }

  bytes(bytes: Uint8Array | null, compact: boolean): void {
    this.arrayLength(bytes === null ? -1 : bytes.length, compact);
    if (bytes !== null) this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    if (bytes.length < REFERENCE_BYTES) {
      const at = this.#take(bytes.length);
      this.#buffer.set(bytes, at);
      return;
    }
    this.#chunks.push(this.#buffer.subarray(0, this.#length), bytes);
    this.#chunkBytes += this.#length + bytes.length;
    this.#buffer = Buffer.allocUnsafe(256);
    this.#length = 0;
  }

  /** −1 for null. */
  arrayLength(length: number, compact: boolean): void {
    if (compact) this.uvarint(length + 1);
    else this.int32(length);
  }

  noTaggedFields(): void {
    this.uvarint(0);
  }
}
