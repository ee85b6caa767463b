import { defineApi } from '../message.ts';

export const produce = defineApi({
  name: 'Produce',
  key: 0,
  versions: [3, 8],
  flexibleFrom: 9,
  request: {
    transactionalId: 'nullableString',
    acks: 'int16',
    timeoutMs: 'int32',
    topics: [{ name: 'string', partitions: [{ index: 'int32', records: 'records' }] }],
  },
  response: {
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            errorCode: 'int16',
            baseOffset: 'int64',
            logAppendTimeMs: 'int64',
            logStartOffset: { type: 'int64', versions: [5, 8], absent: -1 },
            recordErrors: {
              type: [{ batchIndex: 'int32', message: 'nullableString' }],
              versions: [8, 8],
              absent: [],
            },
            errorMessage: { type: 'nullableString', versions: [8, 8], absent: null },
          },
        ],
      },
    ],
    throttleTimeMs: 'int32',
  },
});
