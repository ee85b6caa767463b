import { defineApi } from '../message.ts';

/** The first version that can wait for open transactions (KIP-447). `topics: null` asks for all; an offset of −1 is none. */
export const offsetFetch = defineApi({
  name: 'OffsetFetch',
  key: 9,
  versions: [1, 8],
  flexibleFrom: 6,
  request: {
    groupId: { since: 0, until: 7, type: 'string', absent: '' },
    topics: { since: 0, until: 7, type: [{ name: 'string', partitions: ['int32'] }, 'nullable'], absent: [] },
    groups: {
      since: 8,
      type: [{ groupId: 'string', topics: [{ name: 'string', partitions: ['int32'] }, 'nullable'] }],
      absent: [],
    },
    requireStable: { since: 7, type: 'bool', absent: false },
  },
  response: {
    throttleTimeMs: { since: 3, type: 'int32', absent: 0 },
    topics: {
      since: 0,
      until: 7,
      absent: [],
      type: [
        {
          name: 'string',
          partitions: [
            {
              index: 'int32',
              offset: 'int64',
              leaderEpoch: { since: 5, type: 'int32', absent: -1 },
              metadata: 'nullableString',
              errorCode: 'int16',
            },
          ],
        },
      ],
    },
    errorCode: { since: 2, until: 7, type: 'int16', absent: 0 },
    groups: {
      since: 8,
      absent: [],
      type: [
        {
          groupId: 'string',
          topics: [
            {
              name: 'string',
              partitions: [
                {
                  index: 'int32',
                  offset: 'int64',
                  leaderEpoch: { since: 5, type: 'int32', absent: -1 },
                  metadata: 'nullableString',
                  errorCode: 'int16',
                },
              ],
            },
          ],
          errorCode: 'int16',
        },
      ],
    },
  },
});
