import type { EdgeSchema, NodeSpec, TimestampFormat } from '@millrace/model';

/** A system that rows go to: what its configuration means, without a word about how it is driven. */
export interface SinkConnector<Config = unknown> {
  readonly role: 'sink';
  readonly spec: NodeSpec<Config>;
  /** Where rows go, from a configuration that the schema has accepted. */
  topic(config: Config): SinkTopic;
  /** What a configuration stands for that `spec.resolve` has accepted for the same input. */
  describe(config: Config, input: EdgeSchema): SinkDescription;
}

export type SinkDescription = {
  readonly topic: SinkTopic;
  /** Positions of the key columns in the order of the key; null: records without a key. */
  readonly key: readonly number[] | null;
  readonly timestampFormat: TimestampFormat;
};

/** `partitions`: how many the topic must have; left out where any number will do. */
export type SinkTopic = { readonly name: string; readonly partitions?: number };
