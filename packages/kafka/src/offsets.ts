import { offsetFetch } from '@millrace/kafka-wire';
import { firstRefusal, refusal, untilSettled } from './broker-call.ts';
import { findCoordinatorHere, topicsLedHere } from './cluster.ts';
import { Connection } from './connection.ts';
import type { BrokerAddress } from './errors.ts';
import { EARLIEST, LATEST, offsetsAt } from './list-offsets.ts';
import type { Isolation } from './positions.ts';

const OFFSET_FETCH_VERSION = 7;

/** `latest` is the last stable offset for read_committed, the high watermark otherwise. */
export type LogBounds = { readonly earliest: number; readonly latest: number };

export async function withConnection<T>(
  address: BrokerAddress,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await Connection.open({ address });
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

/** Where the partitions 0 … n − 1 of a topic begin and end. Rejects with UnknownTopic. */
export function listBounds(
  broker: BrokerAddress,
  topic: string,
  partitions: number,
  isolation: Isolation,
): Promise<LogBounds[]> {
  const indexes = range(partitions);
  return withConnection(broker, async (connection) => {
    const earliest = await offsetsAt(connection, topic, indexes, isolation, EARLIEST);
    const latest = await offsetsAt(connection, topic, indexes, isolation, LATEST);
    return indexes.map((index) => ({ earliest: earliest.get(index) ?? 0, latest: latest.get(index) ?? 0 }));
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
  const indexes = range(partitions);
  return withConnection(broker, async (connection) => {
    const latest = await offsetsAt(connection, topic, indexes, isolation, LATEST);
    const found = await offsetsAt(connection, topic, indexes, isolation, timeMs);
    return indexes.map((index) => {
      const offset = found.get(index) ?? -1;
      return offset < 0 ? (latest.get(index) ?? 0) : offset;
    });
  });
}

/**
 * A group's committed offsets by topic and partition; a partition without one is absent. `topics`: their numbers of partitions.
 * Waits for transactions that are about to change them (require_stable, E9).
 */
export function committedOffsets(
  broker: BrokerAddress,
  group: string,
  topics: ReadonlyMap<string, number>,
): Promise<Map<string, Map<number, number>>> {
  return withConnection(broker, (connection) => committedOn(connection, group, topics));
}

export async function committedOn(
  connection: Connection,
  group: string,
  topics: ReadonlyMap<string, number>,
): Promise<Map<string, Map<number, number>>> {
  await findCoordinatorHere(connection, group, 'group');
  const asked = [...topics].map(([name, count]) => ({ name, partitions: range(count) }));
  const answer = await untilSettled(
    'OffsetFetch',
    () => connection.request(offsetFetch, OFFSET_FETCH_VERSION, { groupId: group, topics: asked, requireStable: true }),
    ({ errorCode, topics: answered }) => refusal(errorCode, `the group ${group}`) ?? firstRefusal(answered),
  );
  return new Map(
    answer.topics.map(({ name, partitions }) => [
      name,
      new Map(partitions.filter(({ offset }) => offset >= 0).map(({ index, offset }) => [index, offset])),
    ]),
  );
}

/** Number of partitions of each topic that exists. Rejects with OtherBroker where another broker leads one of them. */
export function partitionCounts(broker: BrokerAddress, topics: readonly string[]): Promise<Map<string, number>> {
  return withConnection(broker, async (connection) => {
    const existing = await topicsLedHere(connection, topics);
    return new Map([...existing].map(([name, { partitions }]) => [name, partitions.length]));
  });
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
