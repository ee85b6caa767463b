/**
 * What one inference may take from a stranger's records. What lies beyond is counted and left out. At the defaults the worst records
 * hold about 60 MB: 1024 values of each column for counting, and one time per sample and column.
 */
export type InferenceLimits = {
  readonly samples: number;
  /** Bytes of all samples together. */
  readonly bytes: number;
  readonly bytesPerSample: number;
  /** Members of a record that become columns; of more those whose names come first by code unit are kept. */
  readonly columns: number;
  /** UTF-16 code units of a member's name. */
  readonly nameLength: number;
  /** Members of an object inside of a record that become fields; an object with more is JSON. */
  readonly fields: number;
  /** Objects and arrays inside of one another below a column; what is deeper is JSON. At most 15. */
  readonly depth: number;
  /** Columns, fields and elements in all; where they are used up, further objects and arrays are JSON. */
  readonly places: number;
};

export const INFERENCE_LIMITS: InferenceLimits = {
  samples: 10_000,
  bytes: 64 * 2 ** 20,
  bytesPerSample: 2 ** 20,
  columns: 128,
  nameLength: 256,
  fields: 64,
  depth: 8,
  places: 2_048,
};
