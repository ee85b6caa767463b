import { defineApi } from '../message.ts';

/** An offset of −1 is the high watermark. */
export const deleteRecords = defineApi({
  name: 'DeleteRecords',
  key: 21,
  versions: [0, 2],
  flexibleFrom: 2,
  request: { topics: [{ name: 'string', partitions: [{ index: 'int32', offset: 'int64' }] }], timeoutMs: 'int32' },
  response: {
    throttleTimeMs: 'int32',
    topics: [{ name: 'string', partitions: [{ index: 'int32', lowWatermark: 'int64', errorCode: 'int16' }] }],
  },
});
