import { defineApi } from '../message.ts';

/** A producer without an open transaction has a `currentTxnStartOffset` of −1 (KIP-664). */
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
