import { createTopics, ERRORS, type MessageOf, type SentOf } from '@millrace/kafka-wire';
import { CONFIG_SOURCES, describedTopicConfigs } from '../topics/described-configs.ts';
import { orStorageRefusal } from '../topics/or-storage-refusal.ts';
import type { ConfigValues } from '../topics/topic-configs.ts';
import type { TopicRefusal } from '../topics/topics.ts';
import type { BrokerState } from './broker-state.ts';
import { errorText } from './error-text.ts';
import { defineDirect } from './handler.ts';

type Wanted = MessageOf<typeof createTopics.request>['topics'][number];
type Told = SentOf<typeof createTopics.response>['topics'][number];

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** The number that leaves a choice to the broker. */
const BROKERS_CHOICE = -1;

export const createTopicsHandler = defineDirect(createTopics, (state, { topics, validateOnly }, { nowMs }) => ({
  throttleTimeMs: 0,
  topics: withTwins(topics).map(({ wanted, isTwice }): Told => {
    const configs = configsOf(wanted);
    const partitions = partitionsOf(state, wanted);
    const fault = isTwice
      ? TWICE
      : (shapeFault(state, wanted) ?? state.topics.creationFault(wanted.name, partitions, configs));
    if (fault !== null) return refused(wanted.name, fault);
    const made = validateOnly
      ? { id: NO_ID }
      : orStorageRefusal('Making the topic', () => state.topics.create(wanted.name, partitions, configs, nowMs));
    if ('code' in made) return refused(wanted.name, made);
    return {
      name: wanted.name,
      topicId: made.id,
      errorCode: ERRORS.NONE,
      errorMessage: null,
      numPartitions: partitions,
      replicationFactor: 1,
      configs: describedTopicConfigs(configs, state.facts.topicDefaults).map(({ name, value, source }) => ({
        name,
        value,
        readOnly: false,
        configSource: CONFIG_SOURCES[source],
        isSensitive: false,
      })),
    };
  }),
}));

/** Each topic, and whether the request names it more than once. */
function withTwins(topics: readonly Wanted[]) {
  const counts = new Map<string, number>();
  for (const { name } of topics) counts.set(name, (counts.get(name) ?? 0) + 1);
  return topics.map((wanted) => ({ wanted, isTwice: counts.get(wanted.name) !== 1 }));
}

const TWICE: TopicRefusal = { code: ERRORS.INVALID_REQUEST, message: 'The request names this topic twice.' };

function configsOf({ configs }: Wanted): ConfigValues {
  return Object.fromEntries(configs.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const])));
}

function partitionsOf({ facts }: BrokerState, { assignments, numPartitions }: Wanted): number {
  if (assignments.length > 0) return assignments.length;
  return numPartitions === BROKERS_CHOICE ? facts.defaultPartitions : numPartitions;
}

/** This broker is the only one: replicas and assignments can name no other. */
function shapeFault({ facts }: BrokerState, wanted: Wanted): TopicRefusal | null {
  const { assignments, numPartitions, replicationFactor } = wanted;
  if (assignments.length === 0) {
    if (replicationFactor === BROKERS_CHOICE || replicationFactor === 1) return null;
    const message = `This broker is alone, so a topic has 1 replica, not ${replicationFactor}.`;
    return { code: ERRORS.INVALID_REPLICATION_FACTOR, message };
  }
  if (numPartitions !== BROKERS_CHOICE || replicationFactor !== BROKERS_CHOICE) {
    const message = 'Assignments say how many partitions and replicas there are; both numbers must be −1 beside them.';
    return { code: ERRORS.INVALID_REQUEST, message };
  }
  const places = new Set(assignments.map(({ partitionIndex }) => partitionIndex));
  const isWhole = assignments.every((_, i) => places.has(i));
  const isHere = assignments.every(({ brokerIds }) => brokerIds.length === 1 && brokerIds[0] === facts.nodeId);
  if (isWhole && isHere) return null;
  const message = `Assignments name each partition from 0 on once, with the broker ${facts.nodeId} alone.`;
  return { code: ERRORS.INVALID_REPLICA_ASSIGNMENT, message };
}

function refused(name: string, { code, message }: TopicRefusal): Told {
  return {
    name,
    topicId: NO_ID,
    errorCode: code,
    errorMessage: errorText(message),
    numPartitions: -1,
    replicationFactor: -1,
    configs: [],
  };
}
