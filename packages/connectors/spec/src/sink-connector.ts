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

/**
 * `named`: somebody else may read it; `partitions`: how many it must have, left out where any number will do. `view`: one of the
 * pipeline's own for this node, of one partition, which keeps the newest rows.
 */
export type SinkTopic =
  | { readonly kind: 'named'; readonly name: string; readonly partitions?: number }
  | { readonly kind: 'view' };
