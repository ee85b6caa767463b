import { defineApi } from '../message.ts';

export const offsetDelete = defineApi({
  name: 'OffsetDelete',
  key: 47,
  versions: [0, 0],
  flexibleFrom: 1,
  request: { groupId: 'string', topics: [{ name: 'string', partitions: [{ index: 'int32' }] }] },
  response: {
    errorCode: 'int16',
    throttleTimeMs: 'int32',
    topics: [{ name: 'string', partitions: [{ index: 'int32', errorCode: 'int16' }] }],
  },
});
