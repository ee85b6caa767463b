import { type ConfigValues, configFault, TOPIC_CONFIGS } from '../topics/topic-configs.ts';

/** What the broker obeys; by the names of Kafka's server.properties where Kafka has them. */
export type BrokerSettings = {
  readonly autoCreateTopics: boolean;
  readonly defaultPartitions: number;
  readonly mostPartitions: number;
  /** All logs together; −1: no limit. */
  readonly diskBudgetBytes: number;
  readonly topicDefaults: ConfigValues;
  /** Of batches in one answer to Fetch. */
  readonly mostFetchBytes: number;
  readonly mostFrameBytes: number;
  readonly mostPendingBytes: number;
  readonly mostConnections: number;
  /** A connection that nothing came from for so long, while no request of it was under way, is closed. */
  readonly idleMs: number;
  readonly retentionCheckMs: number;
  readonly producerIdExpirationMs: number;
  readonly initialRebalanceDelayMs: number;
  readonly minSessionTimeoutMs: number;
  readonly maxSessionTimeoutMs: number;
  readonly offsetsRetentionMs: number;
  readonly maxTransactionTimeoutMs: number;
  readonly transactionalIdExpirationMs: number;
};

type Setting = { readonly initial: string; readonly least: number; readonly most: number };

const MAX_INT = 2 ** 31 - 1;
const number = (initial: number, least = 0, most = MAX_INT): Setting => ({ initial: String(initial), least, most });

/** Kafka's names and values, and below them the broker's own limits. */
const NUMBERS = {
  'num.partitions': number(1, 1),
  'log.retention.check.interval.ms': number(30_000, 1),
  'producer.id.expiration.ms': number(86_400_000, 1),
  'group.initial.rebalance.delay.ms': number(0),
  'group.min.session.timeout.ms': number(6_000, 1),
  'group.max.session.timeout.ms': number(1_800_000, 1),
  'offsets.retention.minutes': number(10_080, 1),
  'transaction.max.timeout.ms': number(900_000, 1),
  'transactional.id.expiration.ms': number(604_800_000, 1),
  'socket.request.max.bytes': number(104_857_600, 1_024),
  'queued.max.request.bytes': number(268_435_456, 1_024),
  'max.connections': number(1_024, 1),
  'connections.max.idle.ms': number(600_000, 1),
  'fetch.max.bytes': number(57_671_680, 1_024),
  'millrace.max.partitions': number(4_096, 1),
  'millrace.disk.budget.bytes': number(-1, -1, Number.MAX_SAFE_INTEGER),
} as const satisfies Record<string, Setting>;

/** The broker's names of topic configs. */
const TOPIC_DEFAULTS: Readonly<Record<string, string>> = {
  'log.cleanup.policy': 'cleanup.policy',
  'log.retention.ms': 'retention.ms',
  'log.retention.bytes': 'retention.bytes',
  'log.segment.bytes': 'segment.bytes',
  'log.roll.ms': 'segment.ms',
  'log.cleaner.delete.retention.ms': 'delete.retention.ms',
  'log.cleaner.min.compaction.lag.ms': 'min.compaction.lag.ms',
  'log.cleaner.max.compaction.lag.ms': 'max.compaction.lag.ms',
  'log.cleaner.min.cleanable.ratio': 'min.cleanable.dirty.ratio',
  'log.index.interval.bytes': 'index.interval.bytes',
  'log.message.timestamp.type': 'message.timestamp.type',
  'log.message.timestamp.before.max.ms': 'message.timestamp.before.max.ms',
  'log.message.timestamp.after.max.ms': 'message.timestamp.after.max.ms',
  'message.max.bytes': 'max.message.bytes',
};

const AUTO_CREATE = 'auto.create.topics.enable';

/** A setting that is none, in a sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads settings by their names; what is not given has Kafka's value. Throws {@link SettingsError}. */
export function brokerSettings(given: ConfigValues): BrokerSettings {
  for (const name of Object.keys(given)) {
    if (!(name in NUMBERS) && !(name in TOPIC_DEFAULTS) && name !== AUTO_CREATE) {
      throw new SettingsError(`There is no broker setting ${name}. docs/broker.md lists them.`);
    }
  }
  const of = (name: keyof typeof NUMBERS) => numberOf(name, given[name]);
  const autoCreate = given[AUTO_CREATE] ?? 'true';
  if (!['true', 'false'].includes(autoCreate)) {
    throw new SettingsError(`${AUTO_CREATE} is true or false, not ${JSON.stringify(autoCreate)}.`);
  }
  return {
    autoCreateTopics: autoCreate === 'true',
    defaultPartitions: of('num.partitions'),
    mostPartitions: of('millrace.max.partitions'),
    diskBudgetBytes: of('millrace.disk.budget.bytes'),
    topicDefaults: topicDefaults(given),
    mostFetchBytes: of('fetch.max.bytes'),
    mostFrameBytes: of('socket.request.max.bytes'),
    mostPendingBytes: of('queued.max.request.bytes'),
    mostConnections: of('max.connections'),
    idleMs: of('connections.max.idle.ms'),
    retentionCheckMs: of('log.retention.check.interval.ms'),
    producerIdExpirationMs: of('producer.id.expiration.ms'),
    initialRebalanceDelayMs: of('group.initial.rebalance.delay.ms'),
    minSessionTimeoutMs: of('group.min.session.timeout.ms'),
    maxSessionTimeoutMs: of('group.max.session.timeout.ms'),
    offsetsRetentionMs: of('offsets.retention.minutes') * 60_000,
    maxTransactionTimeoutMs: of('transaction.max.timeout.ms'),
    transactionalIdExpirationMs: of('transactional.id.expiration.ms'),
  };
}

/** Every setting by its name, as DescribeConfigs tells them. */
export function describedSettings(given: ConfigValues): ConfigValues {
  const numbers = Object.entries(NUMBERS).map(([name, { initial }]) => [name, given[name] ?? initial]);
  const defaults = Object.entries(TOPIC_DEFAULTS).map(([name, config]) => [
    name,
    given[name] ?? TOPIC_CONFIGS.get(config)?.initial ?? '',
  ]);
  return Object.fromEntries([[AUTO_CREATE, given[AUTO_CREATE] ?? 'true'], ...numbers, ...defaults]);
}

function numberOf(name: keyof typeof NUMBERS, text: string | undefined): number {
  const { initial, least, most } = NUMBERS[name];
  const value = Number(text ?? initial);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new SettingsError(`${name} is a whole number between ${least} and ${most}, not ${JSON.stringify(text)}.`);
}

function topicDefaults(given: ConfigValues): ConfigValues {
  const values = Object.fromEntries(
    Object.entries(TOPIC_DEFAULTS).flatMap(([name, config]) => {
      const value = given[name];
      return value === undefined ? [] : [[config, value] as const];
    }),
  );
  const fault = configFault(values);
  if (fault !== null) throw new SettingsError(fault);
  return values;
}
