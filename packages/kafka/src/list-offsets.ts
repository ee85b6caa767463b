import { listOffsets } from '@millrace/kafka-wire';
import { firstRefusal, untilSettled } from './broker-call.ts';
import type { Connection } from './connection.ts';
import type { LogSpan, PartitionPlace } from './errors.ts';
import type { Isolation } from './positions.ts';

const LIST_OFFSETS_VERSION = 5;

/** Times that mean a place and not a time. */
export const EARLIEST = -2;
export const LATEST = -1;

/**
 * The offset of partitions at a time: of the first record with it or a later one, −1 where there is none. LATEST is the last stable
 * offset for read_committed and the high watermark otherwise.
 */
export async function offsetsAt(
  connection: Connection,
  topic: string,
  partitions: readonly number[],
  isolation: Isolation,
  timestamp: number,
): Promise<ReadonlyMap<number, number>> {
  const asked = partitions.map((index) => ({ index, currentLeaderEpoch: -1, timestamp }));
  const answer = await untilSettled(
    'ListOffsets',
    () =>
      connection.request(listOffsets, LIST_OFFSETS_VERSION, {
        replicaId: -1,
        isolationLevel: isolation === 'read_committed' ? 1 : 0,
        topics: [{ name: topic, partitions: asked }],
      }),
    ({ topics }) => firstRefusal(topics),
  );
  return new Map(answer.topics.flatMap((one) => one.partitions.map(({ index, offset }) => [index, offset])));
}

/** From the first offset of a partition's log to its high watermark. */
export async function logSpan(connection: Connection, { topic, partition }: PartitionPlace): Promise<LogSpan> {
  const at = async (timestamp: number): Promise<number> =>
    (await offsetsAt(connection, topic, [partition], 'read_uncommitted', timestamp)).get(partition) ?? -1;
  return { logStart: await at(EARLIEST), end: await at(LATEST) };
}
