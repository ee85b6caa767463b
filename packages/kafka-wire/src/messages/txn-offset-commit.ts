import { defineApi } from '../message.ts';

export const txnOffsetCommit = defineApi({
  name: 'TxnOffsetCommit',
  key: 28,
  versions: [0, 2],
  flexibleFrom: 3,
  request: {
    transactionalId: 'string',
    groupId: 'string',
    producerId: 'producerId',
    producerEpoch: 'int16',
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            offset: 'int64',
            leaderEpoch: { since: 2, type: 'int32', absent: -1 },
            metadata: 'nullableString',
          },
        ],
      },
    ],
  },
  response: {
    throttleTimeMs: 'int32',
    topics: [{ name: 'string', partitions: [{ index: 'int32', errorCode: 'int16' }] }],
  },
});
