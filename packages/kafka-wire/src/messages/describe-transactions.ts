import { defineApi } from '../message.ts';

export const describeTransactions = defineApi({
  name: 'DescribeTransactions',
  key: 65,
  versions: [0, 0],
  flexibleFrom: 0,
  request: { transactionalIds: ['string'] },
  response: {
    throttleTimeMs: 'int32',
    transactionStates: [
      {
        errorCode: 'int16',
        transactionalId: 'string',
        state: 'string',
        transactionTimeoutMs: 'int32',
        transactionStartTimeMs: 'int64',
        producerId: 'producerId',
        producerEpoch: 'int16',
        topics: [{ topic: 'string', partitions: ['int32'] }],
      },
    ],
  },
});
