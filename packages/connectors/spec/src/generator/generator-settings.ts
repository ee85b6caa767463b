/** What determines the rows of a generator; only their start comes from outside. */
export type GeneratorSettings = {
  /** A whole number of 32 bits. */
  readonly seed: number;
  /** Rows per second, over all partitions. */
  readonly rate: number;
  /** Event time of the start, milliseconds since 1970; null: fixed by the ingest task when it first starts. */
  readonly startMs: number | null;
  readonly partitions: number;
  /** How far an ordinary row may lie behind the largest event time of its partition, milliseconds. */
  readonly disorderMs: number;
  /** Share of rows that lie further behind, 0 to 1. */
  readonly lateShare: number;
  /** Share of rows that cannot be decoded, 0 to 1. */
  readonly brokenShare: number;
};

/** A generator without a `start` begins this long before it is first started: emitted at full speed, then in real time. */
export const GENERATOR_LEAD_MS = 600_000;
