import { describeProducers, listTransactions } from '@millrace/kafka-wire';
import { firstRefusal, refusal, untilSettled } from './broker-call.ts';
import type { Connection } from './connection.ts';
import type { BrokerAddress, PartitionPlace } from './errors.ts';
import { range, withConnection } from './offsets.ts';

const VERSION = 0;

/** A transaction that is open in a partition: nothing behind its first offset can be read at read_committed (KIP-664). */
export type OpenTransaction = PartitionPlace & {
  readonly firstOffset: number;
  readonly producerId: bigint;
  /** Null where the broker does not know it any more (a transaction that hangs). */
  readonly transactionalId: string | null;
  readonly lastTimestampMs: number;
};

/** The open transactions in the partitions 0 … n − 1 of a topic, in the order of partition and offset. */
export function openTransactions(broker: BrokerAddress, topic: string, partitions: number): Promise<OpenTransaction[]> {
  return withConnection(broker, (connection) => openTransactionsOn(connection, topic, range(partitions)));
}

export async function openTransactionsOn(
  connection: Connection,
  topic: string,
  partitions: readonly number[],
): Promise<OpenTransaction[]> {
  const { topics } = await untilSettled(
    'DescribeProducers',
    () => connection.request(describeProducers, VERSION, { topics: [{ name: topic, partitions }] }),
    (answer) => firstRefusal(answer.topics),
  );
  const open = (topics[0]?.partitions ?? []).flatMap(({ index, activeProducers }) =>
    activeProducers
      .filter(({ currentTxnStartOffset }) => currentTxnStartOffset >= 0)
      .map((producer) => ({ partition: index, ...producer })),
  );
  const ids = await transactionalIds(connection, [...new Set(open.map(({ producerId }) => producerId))]);
  return open
    .map(({ partition, producerId, currentTxnStartOffset, lastTimestamp }) => ({
      topic,
      partition,
      firstOffset: currentTxnStartOffset,
      producerId,
      transactionalId: ids.get(producerId) ?? null,
      lastTimestampMs: lastTimestamp,
    }))
    .sort((a, b) => a.partition - b.partition || a.firstOffset - b.firstOffset);
}

async function transactionalIds(
  connection: Connection,
  producerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  if (producerIds.length === 0) return new Map();
  const { transactions } = await untilSettled(
    'ListTransactions',
    () => connection.request(listTransactions, VERSION, { stateFilters: [], producerIdFilters: producerIds }),
    ({ errorCode }) => refusal(errorCode, 'open transactions'),
  );
  return new Map(transactions.map(({ producerId, transactionalId }) => [producerId, transactionalId]));
}
