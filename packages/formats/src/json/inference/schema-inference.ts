import type { ColumnType } from '@millrace/model';
import type { EpochUnit } from '../timestamp-reader.ts';
import type { DistinctCount } from './distinct-values.ts';

import type { ValueKind } from './value-kind.ts';
import type { ShapeFault } from './value-shape.ts';

/**
 * What samples of a topic show of its records. Plain data that JSON carries as it is: a service can send it to the page. Everything in it
 * is a proposal with what speaks against it; {@link sourceConfigOf} turns it into a source's configuration.
 */
export type SchemaInference = {
  readonly samples: SampleCounts;
  /** Why records were refused as a whole, the most frequent reason first. */
  readonly refusals: readonly Refusal[];
  /** In the order in which they were first seen. */
  readonly columns: readonly InferredColumn[];
  /** The closest to the records' own timestamps first. */
  readonly eventTimes: readonly EventTimeCandidate[];
  readonly keys: readonly KeyCandidate[];
};

/** read = inferred + refused. */
export type SampleCounts = {
  readonly read: number;
  /** Those that are one JSON object in UTF-8. */
  readonly inferred: number;
  readonly refused: number;
  readonly bytes: number;
  readonly partitions: number;
  /** What lies beyond the limits: samples, and members of records that are no columns for that reason. */
  readonly leftOut: { readonly samples: number; readonly members: number };
};

export type Refusal = { readonly reason: string; readonly count: number; readonly first: SeenValue };

/** Where a value was first seen, and its text, at most 80 characters. `offset` in decimal digits. */
export type SeenValue = { readonly partition: number; readonly offset: string; readonly text: string };

export type InferredColumn = {
  /** Proposed; the member's name where that is a name, else one made of it. */
  readonly name: string;
  readonly member: string;
  /** JSON Pointer to the member where it is called otherwise, else null. */
  readonly path: string | null;
  readonly type: ColumnType;
  /** Whether it was absent or null in a record. */
  readonly nullable: boolean;
  readonly values: number;
  readonly nulls: number;
  readonly absent: number;
  /** What the values were, the most frequent first. */
  readonly kinds: readonly KindCount[];
  /** What does not fit the type, here and inside, the most frequent first. Text keeps any value, a timestamp a number. */
  readonly contradictions: readonly Contradiction[];
  /** Why objects or arrays in it are not described further; null where they are. */
  readonly undescribed: ShapeFault | null;
};

export type KindCount = { readonly kind: ValueKind; readonly count: number; readonly first: SeenValue };

/** `path`: where below the column, as `/field` and `/*` for the elements of an array; empty for the column itself. */
export type Contradiction = KindCount & { readonly path: string };

/**
 * A column, or null for the timestamps of the records themselves, that can be the event time (T1). `proposed` is the unit where one
 * alone is possible; null where a person has to choose (T3).
 */
export type EventTimeCandidate = {
  readonly column: string | null;
  /** Records without a time there: absent, null, or something else. */
  readonly missing: number;
  /** Numbers so near to 0 that they say nothing of their unit; they are in no reading. */
  readonly nearZero: number;
  readonly readings: readonly TimeReading[];
  readonly proposed: TimeUnit | null;
};

/** `text`: a timestamp in a string; `record`: the timestamp of the Kafka record. */
export type TimeUnit = EpochUnit | 'text' | 'record';

/** What the times are if they are of this unit. */
export type TimeReading = {
  readonly unit: TimeUnit;
  /** A sentence for a person. */
  readonly reason: string;
  /** As `2026-01-01T00:00:00.000Z`. */
  readonly earliest: string;
  readonly latest: string;
  readonly disorder: Disorder;
  /** The least and the most by which the records' own timestamps are later; null where they have none. */
  readonly behindRecordMs: { readonly least: number; readonly most: number } | null;
};

/** Times of records against the largest before them in their partition (W1). */
export type Disorder = {
  readonly records: number;
  readonly outOfOrder: number;
  readonly maxLatenessMs: number;
  /** 99 of 100 records are no later. */
  readonly p99LatenessMs: number;
  /** A round `maxOutOfOrder` that would have accepted every sample, at least the default of 5 s (T6). */
  readonly proposedBoundMs: number;
};

/** A column whose values could identify records or part them. NULL groups too (L7), so how many there are stands beside it. */
export type KeyCandidate = {
  readonly column: string;
  readonly distinct: DistinctCount;
  /** Records where it was absent or null. */
  readonly nulls: number;
  /** No value came twice, as far as it was counted exactly. */
  readonly unique: boolean;
  /** Values came again, and always in the partition of before; null where one partition was sampled or no value came twice. */
  readonly staysInPartition: boolean | null;
};
