/**
 * Records of one partition as byte ranges of one buffer, in the order of their offsets. A start of −1 means null, which is not an
 * empty range. Every column has `count` entries. Compressed batches have a buffer each, so a fetch may give several of these.
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
  /** The raw headers section: a varint count, then the pairs; `readHeaders` parses it. */
  readonly headersStart: Int32Array;
  readonly headersEnd: Int32Array;
};

/** RecordRanges while they are filled: at most `capacity` records. */
export type OpenRanges = { -readonly [Name in keyof RecordRanges]: RecordRanges[Name] };

export function openRanges(buffer: Buffer, capacity: number): OpenRanges {
  return {
    buffer,
    count: 0,
    offsets: new Float64Array(capacity),
    timestamps: new Float64Array(capacity),
    keyStart: new Int32Array(capacity),
    keyEnd: new Int32Array(capacity),
    valueStart: new Int32Array(capacity),
    valueEnd: new Int32Array(capacity),
    headersStart: new Int32Array(capacity),
    headersEnd: new Int32Array(capacity),
  };
}

/** The ranges with columns of exactly `count` entries. */
export function closeRanges(open: OpenRanges): RecordRanges {
  const { buffer, count } = open;
  if (count === open.offsets.length) return open;
  return {
    buffer,
    count,
    offsets: open.offsets.subarray(0, count),
    timestamps: open.timestamps.subarray(0, count),
    keyStart: open.keyStart.subarray(0, count),
    keyEnd: open.keyEnd.subarray(0, count),
    valueStart: open.valueStart.subarray(0, count),
    valueEnd: open.valueEnd.subarray(0, count),
    headersStart: open.headersStart.subarray(0, count),
    headersEnd: open.headersEnd.subarray(0, count),
  };
}
