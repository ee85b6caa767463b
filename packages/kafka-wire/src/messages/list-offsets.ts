import { defineApi } from '../message.ts';

/** `timestamp`: −1 the end, −2 the beginning, else the first record at or behind it. */
export const listOffsets = defineApi({
  name: 'ListOffsets',
  key: 2,
  versions: [1, 8],
  flexibleFrom: 6,
  request: {
    replicaId: 'int32',
    isolationLevel: { since: 2, type: 'int8', absent: 0 },
    topics: [
      {
        name: 'string',
        partitions: [
          { index: 'int32', currentLeaderEpoch: { since: 4, type: 'int32', absent: -1 }, timestamp: 'int64' },
        ],
      },
    ],
  },
  response: {
    throttleTimeMs: { since: 2, type: 'int32', absent: 0 },
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            errorCode: 'int16',
            timestamp: 'int64',
            offset: 'int64',
            leaderEpoch: { since: 4, type: 'int32', absent: -1 },
          },
        ],
      },
    ],
  },
});
