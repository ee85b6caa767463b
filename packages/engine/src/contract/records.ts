/**
 * Records of one partition as ranges of one buffer, in the order of their offsets; a start of −1 means null.
 * The bytes stay unchanged until the job has passed the records (the next offset is beyond them) and the following cut is taken.
 */
export type RecordRanges = {
  readonly buffer: Uint8Array;
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

/** Where a partition's log ends, as the reader last saw it. `blockedBy` names who holds an open transaction, if known. */
export type PartitionEnds = {
  readonly highWatermark: number;
  readonly lastStableOffset: number;
  readonly blockedBy?: string;
};
