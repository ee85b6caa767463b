import {
  findCoordinator,
  listOffsets as listOffsetsApi,
  type MessageOf,
  metadata,
  offsetFetch,
} from '@millrace/kafka-wire';
import { untilSettled } from './broker-call.ts';
import { Connection } from './connection.ts';
import { type BrokerAddress, KafkaError } from './errors.ts';
import type { Isolation } from './log-reader.ts';

const EARLIEST = -2;
const LATEST = -1;

/** `latest` is the last stable offset for read_committed, the high watermark otherwise. */
export type LogBounds = { readonly earliest: number; readonly latest: number };

async function withConnection<T>(broker: BrokerAddress, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await Connection.open({ address: broker });
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

/** Where the partitions 0 … n − 1 of a topic begin and end. */
export function listBounds(
  broker: BrokerAddress,
  topic: string,
  partitions: number,
  isolation: Isolation,
): Promise<LogBounds[]> {
  return withConnection(broker, async (connection) => {
    const earliest = await offsetsAt(connection, topic, partitions, isolation, EARLIEST);
    const latest = await offsetsAt(connection, topic, partitions, isolation, LATEST);
    return earliest.map((offset, partition) => ({ earliest: offset, latest: latest[partition] as number }));
  });
}

/** The first offset of each partition whose record has this time or a later one; the end where there is none. */
export function offsetsForTime(
  broker: BrokerAddress,
  topic: string,
  partitions: number,
  isolation: Isolation,
  timeMs: number,
): Promise<number[]> {
  return withConnection(broker, async (connection) => {
    const found = await offsetsAt(connection, topic, partitions, isolation, timeMs);
    const latest = await offsetsAt(connection, topic, partitions, isolation, LATEST);
    return found.map((offset, partition) => (offset < 0 ? (latest[partition] as number) : offset));
  });
}

async function offsetsAt(
  connection: Connection,
  topic: string,
  partitions: number,
  isolation: Isolation,
  timestamp: number,
): Promise<number[]> {
  const asked = Array.from({ length: partitions }, (_, index) => ({ index, currentLeaderEpoch: -1, timestamp }));
  const answer = await untilSettled(
    'ListOffsets',
    () =>
      connection.request(listOffsetsApi, 5, {
        replicaId: -1,
        isolationLevel: isolation === 'read_committed' ? 1 : 0,
        topics: [{ name: topic, partitions: asked }],
      }),
    ({ topics }) => topics[0]?.partitions.find(({ errorCode }) => errorCode !== 0)?.errorCode ?? 0,
    topic,
  );
  const offsets = new Array<number>(partitions).fill(-1);
  for (const { index, offset } of answer.topics[0]?.partitions ?? []) offsets[index] = offset;
  return offsets;
}

/** A group's committed offsets by topic and partition; a partition without one is absent. Waits for open transactions (E9). */
export function committedOffsets(
  broker: BrokerAddress,
  group: string,
  topics: ReadonlyMap<string, number>,
): Promise<Map<string, Map<number, number>>> {
  return withConnection(broker, async (connection) => {
    await untilSettled(
      'FindCoordinator',
      () => connection.request(findCoordinator, 1, { key: group, keyType: 0 }),
      ({ errorCode }) => errorCode,
      group,
    );
    const answer = await untilSettled(
      'OffsetFetch',
      () =>
        connection.request(offsetFetch, 7, {
          groupId: group,
          topics: [...topics].map(([name, count]) => ({
            name,
            partitions: Array.from({ length: count }, (_, index) => index),
          })),
          requireStable: true,
        }),
      ({ errorCode, topics: answered }) =>
        errorCode !== 0
          ? errorCode
          : (answered.flatMap(({ partitions }) => partitions).find((one) => one.errorCode !== 0)?.errorCode ?? 0),
      group,
    );
    return new Map(
      answer.topics.map(({ name, partitions }) => [
        name,
        new Map(partitions.filter(({ offset }) => offset >= 0).map(({ index, offset }) => [index, offset])),
      ]),
    );
  });
}

/** Number of partitions of each topic that exists. Refuses a cluster in which another broker leads one of them. */
export function partitionCounts(broker: BrokerAddress, topics: readonly string[]): Promise<Map<string, number>> {
  return withConnection(broker, async (connection) => {
    const answer = await connection.request(metadata, 5, {
      topics,
      allowAutoTopicCreation: false,
      includeClusterAuthorizedOperations: false,
      includeTopicAuthorizedOperations: false,
    });
    const counts = new Map<string, number>();
    for (const topic of answer.topics) {
      if (topic.errorCode === 3) continue;
      if (topic.errorCode !== 0) throw new KafkaError('Metadata', topic.errorCode, topic.name);
      refuseOtherLeaders(answer, topic);
      counts.set(topic.name, topic.partitions.length);
    }
    return counts;
  });
}

type Metadata = MessageOf<typeof metadata.response>;

function refuseOtherLeaders({ brokers }: Metadata, { name, partitions }: Metadata['topics'][number]): void {
  if (brokers.length <= 1) return;
  const leaders = new Set(partitions.map(({ leaderId }) => leaderId));
  if (leaders.size <= 1 && brokers.length === 1) return;
  throw new Error(
    `The cluster has ${brokers.length} brokers (${brokers.map(({ host, port }) => `${host}:${port}`).join(', ')}); this version reads and writes ${name} through one broker only. Use a cluster of one broker.`,
  );
}
