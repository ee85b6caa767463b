/**
 * Records of one partition as ranges of one buffer, in the order of their offsets; a start of −1 means null. Compressed batches
 * have a buffer each, so a response may hold several of these.
 */
export type RecordRanges = {
  readonly buffer: Buffer;
  readonly count: number;
  readonly offsets: Float64Array;
  /** Milliseconds since 1970; −1 where the record has none. */
  readonly timestamps: Float64Array;
  readonly keyStart: Int32Array;
  readonly keyEnd: Int32Array;
  readonly valueStart: Int32Array;
  readonly valueEnd: Int32Array;
  /** The raw headers section: a varint count, then the pairs. */
  readonly headersStart: Int32Array;
  readonly headersEnd: Int32Array;
};

/** RecordRanges while they grow; the columns are replaced when they are full. */
export class RangesBuilder implements RecordRanges {
  readonly buffer: Buffer;
  count = 0;
  offsets: Float64Array;
  timestamps: Float64Array;
  keyStart: Int32Array;
  keyEnd: Int32Array;
  valueStart: Int32Array;
  valueEnd: Int32Array;
  headersStart: Int32Array;
  headersEnd: Int32Array;

  constructor(buffer: Buffer, capacity: number) {
    this.buffer = buffer;
    this.offsets = new Float64Array(capacity);
    this.timestamps = new Float64Array(capacity);
    this.keyStart = new Int32Array(capacity);
    this.keyEnd = new Int32Array(capacity);
    this.valueStart = new Int32Array(capacity);
    this.valueEnd = new Int32Array(capacity);
    this.headersStart = new Int32Array(capacity);
    this.headersEnd = new Int32Array(capacity);
  }

  /** Makes room for n more records. */
  ensure(n: number): void {
    if (this.count + n <= this.offsets.length) return;
    const capacity = Math.max(this.offsets.length * 2, this.count + n);
    this.offsets = wider(this.offsets, new Float64Array(capacity));
    this.timestamps = wider(this.timestamps, new Float64Array(capacity));
    this.keyStart = wider(this.keyStart, new Int32Array(capacity));
    this.keyEnd = wider(this.keyEnd, new Int32Array(capacity));
    this.valueStart = wider(this.valueStart, new Int32Array(capacity));
    this.valueEnd = wider(this.valueEnd, new Int32Array(capacity));
    this.headersStart = wider(this.headersStart, new Int32Array(capacity));
    this.headersEnd = wider(this.headersEnd, new Int32Array(capacity));
  }
}

function wider<A extends Float64Array | Int32Array>(old: A, next: A): A {
  next.set(old);
  return next;
}
