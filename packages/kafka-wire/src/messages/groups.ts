import { defineApi } from '../message.ts';

export const findCoordinator = defineApi({
  name: 'FindCoordinator',
  key: 10,
  versions: [0, 2],
  flexibleFrom: 3,
  request: { key: 'string', keyType: { type: 'int8', versions: [1, 2], absent: 0 } },
  response: {
    throttleTimeMs: { type: 'int32', versions: [1, 2], absent: 0 },
    errorCode: 'int16',
    errorMessage: { type: 'nullableString', versions: [1, 2], absent: null },
    nodeId: 'int32',
    host: 'string',
    port: 'int32',
  },
});

export const offsetFetch = defineApi({
  name: 'OffsetFetch',
  key: 9,
  versions: [7, 7],
  flexibleFrom: 6,
  request: { groupId: 'string', topics: [{ name: 'string', partitions: ['int32'] }], requireStable: 'bool' },
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
