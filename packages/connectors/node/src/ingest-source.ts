/** One record for the ingest topic. */
export type IngestRecord = {
  readonly partition: number;
  readonly timestampMs: number;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array | null;
};

/**
 * A system outside that can be read from a position on. The position is plain JSON: it is written in the same transaction as the
 * records before it.
 */
export interface IngestSource<Position> {
  /** Where a task begins that never committed. */
  first(nowMs: number): Position;
  /** A bounded number of records after `position` that are due at `nowMs`; none when there are none yet. */
  next(position: Position, nowMs: number): IngestStep<Position>;
}

export type IngestStep<Position> = { readonly records: readonly IngestRecord[]; readonly position: Position };
