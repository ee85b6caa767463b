import { DEFAULT_LOG_CONFIG, type LogConfig } from '../log/log-config.ts';

/** Numbers of Kafka's ConfigDef.Type, as DescribeConfigs tells them. */
export const CONFIG_TYPES = { boolean: 1, string: 2, int: 3, double: 6, list: 7, long: 5 } as const;
type ConfigType = keyof typeof CONFIG_TYPES;

/** One config that a topic can have. `fault` says why a text is no value of it. */
export type ConfigDefinition = {
  readonly name: string;
  readonly type: ConfigType;
  readonly initial: string;
  readonly fault: (text: string) => string | null;
};

const MAX_INT = 2 ** 31 - 1;
const MAX_LONG = '9223372036854775807';

function whole(name: string, type: 'int' | 'long', initial: string, least: number): ConfigDefinition {
  const most = type === 'int' ? BigInt(MAX_INT) : BigInt(MAX_LONG);
  const fault = (text: string) => {
    if (!/^[+-]?\d{1,19}$/.test(text)) return `${name} is a whole number, not ${quoted(text)}.`;
    const value = BigInt(text);
    return value < BigInt(least) || value > most
      ? `${name} lies between ${least} and ${most}; ${text} does not.`
      : null;
  };
  return { name, type, initial, fault };
}

function choice(name: string, initial: string, values: readonly string[]): ConfigDefinition {
  const fault = (text: string) =>
    values.includes(text) ? null : `${name} is one of ${values.join(', ')}, not ${quoted(text)}.`;
  return { name, type: 'string', initial, fault };
}

function flag(name: string, initial: 'true' | 'false'): ConfigDefinition {
  return { ...choice(name, initial, ['true', 'false']), type: 'boolean' };
}

const POLICIES = ['delete', 'compact'];
const {
  segmentBytes,
  segmentMs,
  retentionMs,
  retentionBytes,
  maxMessageBytes,
  deleteRetentionMs,
  minCompactionLagMs,
  minCleanableDirtyRatio,
  timestampAfterMaxMs,
  indexIntervalBytes,
} = DEFAULT_LOG_CONFIG;

/** What a topic can be configured with, by name. Those that only a cluster of several brokers obeys are kept and told. */
export const TOPIC_CONFIGS: ReadonlyMap<string, ConfigDefinition> = new Map(
  [
    {
      name: 'cleanup.policy',
      type: 'list' as const,
      initial: 'delete',
      fault: (text: string) =>
        listOf(text).length > 0 && listOf(text).every((policy) => POLICIES.includes(policy))
          ? null
          : `cleanup.policy is delete, compact or both, not ${quoted(text)}.`,
    },
    // Batches are kept as their producers made them, so none of the broker's own compressions can be promised.
    choice('compression.type', 'producer', ['producer']),
    whole('delete.retention.ms', 'long', String(deleteRetentionMs), 0),
    whole('file.delete.delay.ms', 'long', '60000', 0),
    whole('flush.messages', 'long', MAX_LONG, 1),
    whole('flush.ms', 'long', MAX_LONG, 0),
    whole('index.interval.bytes', 'int', String(indexIntervalBytes), 0),
    whole('max.compaction.lag.ms', 'long', MAX_LONG, 1),
    whole('max.message.bytes', 'int', String(maxMessageBytes), 0),
    whole('message.timestamp.after.max.ms', 'long', String(timestampAfterMaxMs), 0),
    whole('message.timestamp.before.max.ms', 'long', MAX_LONG, 0),
    choice('message.timestamp.type', 'CreateTime', ['CreateTime', 'LogAppendTime']),
    {
      name: 'min.cleanable.dirty.ratio',
      type: 'double' as const,
      initial: String(minCleanableDirtyRatio),
      fault: (text: string) =>
        /^\d*\.?\d+$/.test(text) && Number(text) <= 1
          ? null
          : `min.cleanable.dirty.ratio lies between 0 and 1; ${quoted(text)} does not.`,
    },
    whole('min.compaction.lag.ms', 'long', String(minCompactionLagMs), 0),
    whole('min.insync.replicas', 'int', '1', 1),
    flag('preallocate', 'false'),
    whole('retention.bytes', 'long', String(retentionBytes), -1),
    whole('retention.ms', 'long', String(retentionMs), -1),
    whole('segment.bytes', 'int', String(segmentBytes), 14),
    whole('segment.index.bytes', 'int', '10485760', 4),
    whole('segment.jitter.ms', 'long', '0', 0),
    whole('segment.ms', 'long', String(segmentMs), 1),
    flag('unclean.leader.election.enable', 'false'),
  ].map((definition): [string, ConfigDefinition] => [definition.name, definition]),
);

/** A topic's own values by name; the others are the broker's. */
export type ConfigValues = Readonly<Record<string, string>>;

/** Why configs are refused, in a sentence; null where all are right. */
export function configFault(values: ConfigValues): string | null {
  for (const [name, text] of Object.entries(values)) {
    const definition = TOPIC_CONFIGS.get(name);
    if (definition === undefined) return `There is no topic config ${quoted(name)}.`;
    const fault = definition.fault(text.trim());
    if (fault !== null) return fault;
  }
  return null;
}

/** What the log obeys; `defaults` are the broker's own values. */
export function logConfigOf(values: ConfigValues, defaults: ConfigValues, producerIdExpirationMs: number): LogConfig {
  const text = (name: string) => (values[name] ?? defaults[name] ?? TOPIC_CONFIGS.get(name)?.initial ?? '').trim();
  // A time or size beyond 2^53 is as good as no limit.
  const number = (name: string) => Math.min(Number(text(name)), Number.MAX_SAFE_INTEGER);
  return {
    segmentBytes: number('segment.bytes'),
    segmentMs: number('segment.ms'),
    retentionMs: number('retention.ms'),
    retentionBytes: number('retention.bytes'),
    maxMessageBytes: number('max.message.bytes'),
    cleanupPolicy: POLICIES.filter((policy): policy is 'delete' | 'compact' =>
      listOf(text('cleanup.policy')).includes(policy),
    ),
    deleteRetentionMs: number('delete.retention.ms'),
    minCompactionLagMs: number('min.compaction.lag.ms'),
    maxCompactionLagMs: number('max.compaction.lag.ms'),
    minCleanableDirtyRatio: number('min.cleanable.dirty.ratio'),
    timestampType: text('message.timestamp.type') === 'LogAppendTime' ? 'LogAppendTime' : 'CreateTime',
    timestampBeforeMaxMs: number('message.timestamp.before.max.ms'),
    timestampAfterMaxMs: number('message.timestamp.after.max.ms'),
    indexIntervalBytes: number('index.interval.bytes'),
    producerIdExpirationMs,
  };
}

export function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
