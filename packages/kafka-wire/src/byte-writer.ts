/** Writes the protocol's primitive types into a growing buffer. */
export class ByteWriter {
  buffer: Buffer;
  length = 0;

  constructor(capacity = 256) {
    this.buffer = Buffer.allocUnsafe(capacity);
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  #take(bytes: number): number {
    const at = this.length;
    if (at + bytes > this.buffer.length) {
      const wider = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, at + bytes));
      this.buffer.copy(wider, 0, 0, at);
      this.buffer = wider;
    }
    this.length = at + bytes;
    return at;
  }

  bool(value: boolean): void {
    this.int8(value ? 1 : 0);
  }

  int8(value: number): void {
    const at = this.#take(1);
    this.buffer.writeInt8(value, at);
  }

  int16(value: number): void {
    const at = this.#take(2);
    this.buffer.writeInt16BE(value, at);
  }

  int32(value: number): void {
    const at = this.#take(4);
    this.buffer.writeInt32BE(value, at);
  }

  int64(value: number): void {
    this.bigint64(BigInt(value));
  }

  bigint64(value: bigint): void {
    const at = this.#take(8);
    this.buffer.writeBigInt64BE(value, at);
  }

  uvarint(value: number): void {
    let rest = value;
    while (rest > 127) {
      const at = this.#take(1);
      this.buffer[at] = (rest & 127) | 128;
      rest >>>= 7;
    }
    const at = this.#take(1);
    this.buffer[at] = rest;
  }

  string(text: string | null): void {
    if (text === null) {
      this.int16(-1);
      return;
    }
    const length = Buffer.byteLength(text);
    this.int16(length);
    this.buffer.write(text, this.#take(length));
  }

  compactString(text: string | null): void {
    if (text === null) {
      this.uvarint(0);
      return;
    }
    const length = Buffer.byteLength(text);
    this.uvarint(length + 1);
    this.buffer.write(text, this.#take(length));
  }

  raw(bytes: Uint8Array): void {
    const at = this.#take(bytes.length);
    this.buffer.set(bytes, at);
  }

  arrayLength(length: number, compact: boolean): void {
    if (compact) this.uvarint(length + 1);
    else this.int32(length);
  }
}
