import type { OutputBuffer } from '../output-buffer.ts';

/** A point between two rows, as the state topic keeps it (E9). Plain JSON; an event time of null is −Infinity, 'end' is +∞. */
export type CutEntry = {
  readonly number: number;
  readonly sources: Readonly<Record<string, SourceCut>>;
  /** Watermark of every operator. */
  readonly watermarks: Readonly<Record<string, CutTime>>;
  readonly counters: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

export type CutTime = number | null | 'end';

export type SourceCut = {
  readonly watermark: CutTime;
  readonly ended: boolean;
  readonly partitions: readonly PartitionCut[];
};

/**
 * `position`: the next offset. `maxTime`: the largest accepted event time, from the record at `maxTimeOffset` (W1, W6).
 * `quietSinceMs`: since when (wall clock) the partition has been read to its high watermark; null while it is not (W3).
 */
export type PartitionCut = {
  readonly position: number;
  readonly maxTime: number | null;
  readonly maxTimeOffset: number;
  readonly idle: 'active' | 'idle' | 'declared';
  readonly quietSinceMs: number | null;
};

/** What one commit must make durable together (E1). */
export type Cut = {
  readonly entry: CutEntry;
  /** False when nothing at all differs from the cut before (G2): the commit may be skipped. */
  readonly changed: boolean;
  /** Packed state changes, each at most 256 KB. */
  readonly delta: readonly Uint8Array[];
  /** By sink id; empty buffers are left out. */
  readonly outputs: ReadonlyMap<string, OutputBuffer>;
  readonly deadLetters: readonly DeadLetter[];
};

/** A record that could not be decoded or processed (E8). Bytes are copies. A row fired from state has no position. */
export type DeadLetter = {
  readonly node: string;
  readonly reason: string;
  readonly position: {
    readonly topic: string;
    readonly partition: number;
    readonly offset: number;
    readonly timestampMs: number;
  } | null;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array | null;
  /** The raw headers section of the record. */
  readonly headers: Uint8Array | null;
};
