import type { Cut, CutEntry } from './cut.ts';
import type { Explanation } from './explanation.ts';
import type { PartitionEnds, RecordRanges } from './records.ts';

/**
 * A plan at work: pure, driven from outside. Times of the wall clock come in as arguments, event time comes from the rows.
 * Between two calls the job stands between two rows, after all that is due has fired.
 */
export interface Job {
  /**
   * Hands over what was read of a partition. `nextOffset` is the position after all of it: markers, aborted records and holes
   * passed; `records` may be empty. With `logAppendTime` the record timestamp is the clock of T5.
   */
  feed(input: FedRecords): void;
  /** Tells where a partition ends, so that the job knows backlog from quiet (W3, W7). */
  ends(source: string, partition: number, ends: PartitionEnds, nowMs: number): void;
  /**
   * Takes up to `maxRows` records in the order of W7 and pushes each to the end of the graph. True when it stopped for
   * `maxRows` only: call again.
   */
  run(maxRows: number): boolean;
  /** The wall clock: idleness (W3) and what L6 makes of it. */
  tick(nowMs: number): void;
  /** A person declares a partition idle until its next record (W3). */
  declareIdle(source: string, partition: number): void;
  /**
   * No more rows of the source will come: what is fed afterwards is passed over. It has ended when what was fed before is taken;
   * when all inputs of a node have ended its watermark becomes +∞ and everything fires.
   */
  end(source: string): void;
  /** Bytes of fed records that have not been taken yet. */
  readonly bufferedBytes: number;
  /** The position up to which each partition has been fed: where a reader goes on. */
  fedUpTo(source: string, partition: number): number;
  /** Distinct dirty state entries since the last cut, and bytes of output. */
  readonly pending: { readonly dirty: number; readonly outputBytes: number; readonly outputs: number };
  /** Takes everything since the last cut. Output buffers change hands. `nowMs` stamps what has no event time. */
  cut(nowMs: number): Cut;
  /** A whole copy of the state in slices, for a new generation: see StateBase. */
  base(): StateBase;
  /** Before any row: state records in the order of the log, then the entry of the last cut. */
  restore(state: Iterable<Uint8Array>, entry: CutEntry): void;
  /** Why the next window of a node has not closed (W6); of a source or sink: what holds its watermark. */
  explain(node: string): Explanation;
  progress(): JobProgress;
}

export type FedRecords = {
  readonly source: string;
  readonly partition: number;
  readonly records: readonly RecordRanges[];
  readonly nextOffset: number;
  readonly logAppendTime: boolean;
  readonly nowMs: number;
};

/**
 * A base is read in steps between cuts: each `next` gives at most about `maxBytes` of state records that are to be written in the
 * same commit as the cut taken right before, after its delta. A table is whole within one step, so that log order rebuilds it.
 */
export interface StateBase {
  next(maxBytes: number): { readonly records: readonly Uint8Array[]; readonly done: boolean };
}

/** Gauges of a running job: progress in the sense of E7. */
export type JobProgress = {
  readonly counters: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sources: Readonly<Record<string, SourceProgress>>;
  readonly watermarks: Readonly<Record<string, number>>;
};

export type SourceProgress = {
  readonly watermark: number;
  readonly partitions: readonly {
    readonly position: number;
    readonly maxTime: number;
    readonly state: 'active' | 'idle' | 'declared' | 'waiting';
    readonly unread: number;
  }[];
};
