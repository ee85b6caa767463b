import { defineApi } from '../message.ts';

export const offsetCommit = defineApi({
  name: 'OffsetCommit',
  key: 8,
  versions: [2, 9],
  flexibleFrom: 8,
  request: {
    groupId: 'string',
    generationId: 'int32',
    memberId: 'string',
    groupInstanceId: { since: 7, type: 'nullableString', absent: null },
    retentionTimeMs: { since: 2, until: 4, type: 'int64', absent: -1 },
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            offset: 'int64',
            leaderEpoch: { since: 6, type: 'int32', absent: -1 },
            metadata: 'nullableString',
          },
        ],
      },
    ],
  },
  response: {
    throttleTimeMs: { since: 3, type: 'int32', absent: 0 },
    topics: [{ name: 'string', partitions: [{ index: 'int32', errorCode: 'int16' }] }],
  },
});
