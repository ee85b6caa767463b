import { defineApi } from '../message.ts';

export const txnOffsetCommit = defineApi({
  name: 'TxnOffsetCommit',
  key: 28,
  versions: [0, 3],
  flexibleFrom: 3,
  request: {
    transactionalId: 'string',
    groupId: 'string',
    producerId: 'producerId',
    producerEpoch: 'int16',
    generationId: { since: 3, type: 'int32', absent: -1 },
    memberId: { since: 3, type: 'string', absent: '' },
    groupInstanceId: { since: 3, type: 'nullableString', absent: null },
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
