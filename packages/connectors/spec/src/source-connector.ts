import type { ColumnType, NodeSpec } from '@millrace/model';

/** A system that rows come from: what its configuration means, without a word about how it is driven. */
export interface SourceConnector<Config = unknown> {
  readonly role: 'source';
  readonly spec: NodeSpec<Config>;
  /** What a configuration stands for that the schema has accepted. */
  describe(config: Config): SourceDescription;
}

export type SourceDescription = {
  readonly columns: readonly SourceColumn[];
  /** null: rows without event time. */
  readonly eventTime: EventTimeSettings | null;
  readonly format: 'json';
  readonly topic: SourceTopic;
  /** Where a task begins that has no cut; `timeMs`: at the first record of that time or later. */
  readonly startFrom: StartFrom;
  readonly isolation: 'read_committed' | 'read_uncommitted';
};

/** A topic that is there already, or one that an ingest task fills and that is made for it. */
export type SourceTopic =
  | { readonly kind: 'existing'; readonly name: string }
  | { readonly kind: 'ingest'; readonly partitions: number };

export type StartFrom = 'earliest' | 'latest' | { readonly timeMs: number };

/**
 * `required`: absence and NULL are errors. `path`: a JSON Pointer to the field; without one it is the member of that name. `unit`: what a
 * number counts since 1970 where the type is a timestamp; milliseconds without one (T3).
 */
export type SourceColumn = {
  readonly name: string;
  readonly type: ColumnType;
  readonly required: boolean;
  readonly path?: string;
  readonly unit?: 's' | 'ms' | 'us' | 'ns';
};

/** T1, T5, T6, W1, W3, L6. Times in milliseconds, Infinity for never. */
export type EventTimeSettings = {
  /** A column of the source; or the timestamp of the Kafka record, which becomes a last column `_timestamp`. */
  readonly from: { readonly column: string } | 'record';
  readonly maxOutOfOrderMs: number;
  readonly idleTimeoutMs: number;
  readonly maxFutureSkewMs: number;
  readonly futurePolicy: 'quarantine' | 'clamp' | 'accept';
  readonly closeWhenQuiet: boolean;
};
