import type { EdgeSchema, NodeSpec } from '@millrace/model';

/** A system that rows go to: what its configuration means, without a word about how it is driven. */
export interface SinkConnector<Config = unknown> {
  readonly role: 'sink';
  readonly spec: NodeSpec<Config>;
  /** What a configuration stands for that `spec.resolve` has accepted for the same input; throws otherwise. */
  describe(config: Config, input: EdgeSchema): SinkDescription;
}

export type SinkDescription = {
  /** `partitions`: how many the topic must have; left out where any number will do. */
  readonly topic: { readonly name: string; readonly partitions?: number };
  /** Positions of the key columns in the order of the key; null: records without a key. */
  readonly key: readonly number[] | null;
  readonly timestampFormat: TimestampFormat;
};

/** How TIMESTAMP and TIMESTAMP_LTZ are written in JSON. */
export type TimestampFormat = 'sql' | 'iso' | 'epoch-ms';
