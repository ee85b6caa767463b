/** What of a topic's configuration one partition's log obeys: Kafka's topic configs in typed form. May be replaced at run time. */
export type LogConfig = {
  /** segment.bytes */
  readonly segmentBytes: number;
  /** segment.ms */
  readonly segmentMs: number;
  /** retention.ms; −1: no limit. */
  readonly retentionMs: number;
  /** retention.bytes; −1: no limit. */
  readonly retentionBytes: number;
  /** max.message.bytes: of one batch. */
  readonly maxMessageBytes: number;
  /** cleanup.policy: one or both. */
  readonly cleanupPolicy: readonly ('delete' | 'compact')[];
  /** delete.retention.ms: how long a tombstone is kept after the first compaction that met it. */
  readonly deleteRetentionMs: number;
  /** min.compaction.lag.ms */
  readonly minCompactionLagMs: number;
  /** max.compaction.lag.ms */
  readonly maxCompactionLagMs: number;
  /** min.cleanable.dirty.ratio */
  readonly minCleanableDirtyRatio: number;
  /** message.timestamp.type */
  readonly timestampType: 'CreateTime' | 'LogAppendTime';
  /** message.timestamp.before.max.ms */
  readonly timestampBeforeMaxMs: number;
  /** message.timestamp.after.max.ms */
  readonly timestampAfterMaxMs: number;
  /** index.interval.bytes */
  readonly indexIntervalBytes: number;
  /** The broker's producer.id.expiration.ms. */
  readonly producerIdExpirationMs: number;
};

const HOUR_MS = 3_600_000;

/** Apache Kafka's defaults. */
export const DEFAULT_LOG_CONFIG: LogConfig = {
  segmentBytes: 2 ** 30,
  segmentMs: 7 * 24 * HOUR_MS,
  retentionMs: 7 * 24 * HOUR_MS,
  retentionBytes: -1,
  maxMessageBytes: 1_048_588,
  cleanupPolicy: ['delete'],
  deleteRetentionMs: 24 * HOUR_MS,
  minCompactionLagMs: 0,
  maxCompactionLagMs: Number.MAX_SAFE_INTEGER,
  minCleanableDirtyRatio: 0.5,
  timestampType: 'CreateTime',
  timestampBeforeMaxMs: Number.MAX_SAFE_INTEGER,
  timestampAfterMaxMs: HOUR_MS,
  indexIntervalBytes: 4096,
  producerIdExpirationMs: 24 * HOUR_MS,
};
