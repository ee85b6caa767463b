/**
 * Records that one sink has produced since the last cut, in one growing buffer. Encoders write into `bytes` at `length`
 * after `ensure`; the ranges are handed to the writer as they are.
 */
export class OutputBuffer {
  bytes: Uint8Array;
  length = 0;
  count = 0;
  timestamps: Float64Array;
  keyStart: Int32Array;
  keyEnd: Int32Array;
  valueStart: Int32Array;
  valueEnd: Int32Array;

  constructor(bytes = 1 << 16, records = 1 << 10) {
    this.bytes = new Uint8Array(bytes);
    this.timestamps = new Float64Array(records);
    this.keyStart = new Int32Array(records);
    this.keyEnd = new Int32Array(records);
    this.valueStart = new Int32Array(records);
    this.valueEnd = new Int32Array(records);
  }

  /** Makes room for n more bytes; `bytes` may be another array afterwards. */
  ensure(n: number): void {
    if (this.length + n > this.bytes.length) this.#growBytes(n);
  }

  startKey(): void {
    if (this.count === this.timestamps.length) this.#growRecords();
    this.keyStart[this.count] = this.length;
  }

  endKey(): void {
    this.keyEnd[this.count] = this.length;
  }

  nullKey(): void {
    if (this.count === this.timestamps.length) this.#growRecords();
    this.keyStart[this.count] = -1;
    this.keyEnd[this.count] = -1;
  }

  startValue(): void {
    this.valueStart[this.count] = this.length;
  }

  endValue(): void {
    this.valueEnd[this.count] = this.length;
  }

  /** A value of null: a tombstone. */
  nullValue(): void {
    this.valueStart[this.count] = -1;
    this.valueEnd[this.count] = -1;
  }

  /** Closes the record. */
  finish(timestampMs: number): void {
    this.timestamps[this.count++] = timestampMs;
  }

  #growBytes(n: number): void {
    const bytes = new Uint8Array(Math.max(this.bytes.length * 2, this.length + n));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }

  #growRecords(): void {
    const records = this.timestamps.length * 2;
    const wider = (old: Int32Array) => {
      const next = new Int32Array(records);
      next.set(old);
      return next;
    };
    const timestamps = new Float64Array(records);
    timestamps.set(this.timestamps);
    this.timestamps = timestamps;
    this.keyStart = wider(this.keyStart);
    this.keyEnd = wider(this.keyEnd);
    this.valueStart = wider(this.valueStart);
    this.valueEnd = wider(this.valueEnd);
  }
}
