const DAY_MS = 86_400_000;
const GIB = 1_073_741_824;
const MIB = 1_048_576;

/** No limit, as Kafka writes it. */
const UNLIMITED = '-1';
/** The largest number of Kafka's LONG settings: event times ahead of the broker's clock are no reason to refuse a record. */
const LONG_MAX = '9223372036854775807';

/** What an ingest task fills: 7 days or 1 GB over all partitions, counted from the arrival of a record. */
export function dataTopicConfig(partitions: number): Readonly<Record<string, string>> {
  return {
    'cleanup.policy': 'delete',
    'message.timestamp.type': 'LogAppendTime',
    'retention.ms': String(7 * DAY_MS),
    'retention.bytes': String(Math.floor(GIB / partitions)),
    'segment.bytes': String(segmentBytes(GIB / partitions)),
  };
}

/** The log of a task's state: the service itself deletes what is below a complete generation. */
export const STATE_TOPIC_CONFIG: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'message.timestamp.type': 'CreateTime',
  'message.timestamp.after.max.ms': LONG_MAX,
  'retention.ms': UNLIMITED,
  'retention.bytes': UNLIMITED,
  'segment.bytes': String(64 * MIB),
  'max.message.bytes': String(8 * MIB),
};

/** Records that failed, as large as they come: 30 days from the failure. */
export const DEAD_TOPIC_CONFIG: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'message.timestamp.type': 'LogAppendTime',
  'retention.ms': String(30 * DAY_MS),
  'retention.bytes': UNLIMITED,
  'max.message.bytes': String(64 * MIB),
};

/** Results: they carry event time, and a replay of old rows must not be deleted by its age. */
export const SINK_TOPIC_CONFIG: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'message.timestamp.type': 'CreateTime',
  'message.timestamp.after.max.ms': LONG_MAX,
  'retention.ms': UNLIMITED,
  'retention.bytes': UNLIMITED,
};

/** The newest rows for showing: Kafka drops whole segments, so the last rows are always there. */
export const VIEW_TOPIC_CONFIG: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'message.timestamp.type': 'CreateTime',
  'message.timestamp.after.max.ms': LONG_MAX,
  'retention.ms': UNLIMITED,
  'retention.bytes': String(64 * MIB),
  'segment.bytes': String(16 * MIB),
};

/** How many partitions a sink's topic is made with where its node does not say. */
export const SINK_PARTITIONS = 4;

/** Retention deletes whole segments: a quarter of a partition's share keeps it near its limit. */
function segmentBytes(bytesPerPartition: number): number {
  return Math.max(MIB, Math.min(64 * MIB, Math.floor(bytesPerPartition / 4)));
}
