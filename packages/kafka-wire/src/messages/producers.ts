import { defineApi } from '../message.ts';

export const describeProducers = defineApi({
  name: 'DescribeProducers',
  key: 61,
  versions: [0, 0],
  flexibleFrom: 0,
  request: { topics: [{ name: 'string', partitions: ['int32'] }] },
  response: {
    throttleTimeMs: 'int32',
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            errorCode: 'int16',
            errorMessage: 'nullableString',
            activeProducers: [
              {
                producerId: 'producerId',
                producerEpoch: 'int32',
                lastSequence: 'int32',
                lastTimestamp: 'int64',
                coordinatorEpoch: 'int32',
                currentTxnStartOffset: 'int64',
              },
            ],
          },
        ],
      },
    ],
  },
});

export const listTransactions = defineApi({
  name: 'ListTransactions',
  key: 66,
  versions: [0, 0],
  flexibleFrom: 0,
  request: { stateFilters: ['string'], producerIdFilters: ['producerId'] },
  response: {
    throttleTimeMs: 'int32',
    errorCode: 'int16',
    unknownStateFilters: ['string'],
    transactions: [{ transactionalId: 'string', producerId: 'producerId', state: 'string' }],
  },
});
