import { describeTransactions } from '@millrace/kafka-wire';
import { byTopic } from './by-topic.ts';
import { distinct } from './distinct.ts';
import { defineDirect } from './handler.ts';

export const describeTransactionsHandler = defineDirect(
  describeTransactions,
  ({ transactions }, { transactionalIds }) => ({
    throttleTimeMs: 0,
    transactionStates: transactions.describe(distinct(transactionalIds, (id) => id)).map((one) => ({
      errorCode: one.error,
      transactionalId: one.transactionalId,
      state: one.state,
      transactionTimeoutMs: one.timeoutMs,
      transactionStartTimeMs: one.startMs,
      producerId: one.producerId,
      producerEpoch: one.epoch,
      topics: byTopic(one.partitions, ({ partition }) => partition).map(({ name, partitions }) => ({
        topic: name,
        partitions,
      })),
    })),
  }),
);
