import { ERRORS, findCoordinator, type MessageOf, metadata } from '@millrace/kafka-wire';
import { refusal, refused, untilSettled } from './broker-call.ts';
import type { Connection } from './connection.ts';
import { OtherBroker } from './errors.ts';

const METADATA_VERSION = 5;
const FIND_COORDINATOR_VERSION = 1;
const COORDINATOR = { group: 0, 'transactional id': 1 } as const;

export type ClusterMetadata = MessageOf<typeof metadata.response>;
type TopicMetadata = ClusterMetadata['topics'][number];

export function readMetadata(connection: Connection, topics: readonly string[]): Promise<ClusterMetadata> {
  return untilSettled(
    'Metadata',
    () =>
      connection.request(metadata, METADATA_VERSION, {
        topics: topics.map((name) => ({ name })),
        allowAutoTopicCreation: false,
        includeClusterAuthorizedOperations: false,
        includeTopicAuthorizedOperations: false,
      }),
    (answer) => topicBeingOpened(answer),
  );
}

/** A partition without a leader is being opened; a topic that does not exist is the caller's. */
function topicBeingOpened({ topics }: ClusterMetadata) {
  for (const { name, errorCode, partitions } of topics) {
    if (errorCode === ERRORS.UNKNOWN_TOPIC_OR_PARTITION) continue;
    if (errorCode !== ERRORS.NONE) return { code: errorCode, place: name ?? '' };
    const leaderless = partitions.find((one) => one.errorCode === ERRORS.LEADER_NOT_AVAILABLE);
    if (leaderless !== undefined) {
      return { code: leaderless.errorCode, place: { topic: name ?? '', partition: leaderless.index } };
    }
  }
  return null;
}

/** The topics that exist, by name. Rejects with OtherBroker when a partition is led by a broker that is not connected. */
export async function topicsLedHere(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, TopicMetadata>> {
  const answer = await readMetadata(connection, names);
  const existing = answer.topics.filter(({ errorCode }) => errorCode === ERRORS.NONE);
  for (const { name, partitions } of existing) {
    for (const { index, leaderId } of partitions) {
      refuseOther(connection, answer.brokers, leaderId, `Partition ${index} of ${name}`);
    }
  }
  return new Map(existing.map((topic) => [topic.name ?? '', topic]));
}

/**
 * Makes sure that the connected broker coordinates a group or a transactional id. Asking also makes Kafka create its internal
 * topics, without which a new cluster would refuse for ever.
 */
export async function findCoordinatorHere(
  connection: Connection,
  key: string,
  kind: keyof typeof COORDINATOR,
): Promise<void> {
  const found = await untilSettled(
    'FindCoordinator',
    () => connection.request(findCoordinator, FIND_COORDINATOR_VERSION, { key, keyType: COORDINATOR[kind] }),
    ({ errorCode }) => refusal(errorCode, `the ${kind} ${key}`),
  );
  const { brokers } = await readMetadata(connection, []);
  refuseOther(connection, brokers, found.nodeId, `The ${kind} ${key}`);
}

function refuseOther({ address }: Connection, brokers: ClusterMetadata['brokers'], nodeId: number, what: string): void {
  if (brokers.length === 1 && brokers[0]?.nodeId === nodeId) return;
  const broker = brokers.find((one) => one.nodeId === nodeId);
  if (broker === undefined) throw refused('Metadata', { code: ERRORS.LEADER_NOT_AVAILABLE, place: what });
  if (broker.host === address.host && broker.port === address.port) return;
  throw new OtherBroker(what, `broker ${nodeId} at ${broker.host}:${broker.port}`);
}
