import type { Connection } from './connection.ts';
import type { BrokerAddress, PartitionPlace } from './errors.ts';
import { type LagOffsets, lagOf } from './lag.ts';
import { EARLIEST, LATEST, offsetsAt } from './list-offsets.ts';
import { committedOn, range, withConnection } from './offsets.ts';
import { type OpenTransaction, openTransactionsOn } from './open-transactions.ts';
import type { Isolation } from './positions.ts';

export type PartitionLag = PartitionPlace &
  LagOffsets & {
    /** Offsets that can be read and are not committed; null: no position yet. */
    readonly lag: bigint | null;
    /** High watermark − last stable offset: what open transactions hold back. */
    readonly blocked: bigint;
    /** The transactions that hold it, the oldest first. */
    readonly blockedBy: readonly OpenTransaction[];
  };

/**
 * A group's lag in the partitions of topics (G1); `topics`: their numbers of partitions. The committed offsets are read first and
 * the ends after them, so that no lag is negative for being torn. It does not need a running consumer (G2).
 */
export function readLag(
  broker: BrokerAddress,
  group: string,
  topics: ReadonlyMap<string, number>,
  isolation: Isolation,
): Promise<PartitionLag[]> {
  return withConnection(broker, async (connection) => {
    const committed = await committedOn(connection, group, topics);
    const lags: PartitionLag[] = [];
    for (const [topic, count] of topics) {
      lags.push(...(await topicLag(connection, topic, range(count), committed.get(topic) ?? new Map(), isolation)));
    }
    return lags;
  });
}

async function topicLag(
  connection: Connection,
  topic: string,
  partitions: readonly number[],
  committed: ReadonlyMap<number, number>,
  isolation: Isolation,
): Promise<PartitionLag[]> {
  const starts = await offsetsAt(connection, topic, partitions, 'read_uncommitted', EARLIEST);
  const stable = await offsetsAt(connection, topic, partitions, 'read_committed', LATEST);
  const highWatermarks = await offsetsAt(connection, topic, partitions, 'read_uncommitted', LATEST);
  const held = partitions.filter((partition) => offset(highWatermarks, partition) > offset(stable, partition));
  const open = held.length === 0 ? [] : await openTransactionsOn(connection, topic, held);
  return partitions.map((partition) => {
    const position = committed.get(partition);
    const highWatermark = offset(highWatermarks, partition);
    const offsets: LagOffsets = {
      committed: position === undefined ? null : BigInt(position),
      logStart: offset(starts, partition),
      end: isolation === 'read_committed' ? offset(stable, partition) : highWatermark,
    };
    return {
      topic,
      partition,
      ...offsets,
      lag: lagOf(offsets),
      blocked: highWatermark - offset(stable, partition),
      blockedBy: open.filter((one) => one.partition === partition),
    };
  });
}

function offset(offsets: ReadonlyMap<number, number>, partition: number): bigint {
  return BigInt(offsets.get(partition) ?? 0);
}
