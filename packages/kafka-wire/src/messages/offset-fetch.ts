import { defineApi } from '../message.ts';

/** The first version that can wait for open transactions (KIP-447). `topics: null` asks for all; an offset of −1 is none. */
export const offsetFetch = defineApi({
  name: 'OffsetFetch',
  key: 9,
  versions: [7, 7],
  flexibleFrom: 6,
  request: {
    groupId: 'string',
    topics: [{ name: 'string', partitions: ['int32'] }, 'nullable'],
    requireStable: 'bool',
  },
  response: {
    throttleTimeMs: 'int32',
    topics: [
      {
        name: 'string',
        partitions: [
          { index: 'int32', offset: 'int64', leaderEpoch: 'int32', metadata: 'nullableString', errorCode: 'int16' },
        ],
      },
    ],
    errorCode: 'int16',
  },
});
