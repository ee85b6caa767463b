import { defineApi } from '../message.ts';

/** `records`: record batches of the partition, one in requests of a current client. `acks`: −1 all in-sync replicas. */
export const produce = defineApi({
  name: 'Produce',
  key: 0,
  versions: [3, 9],
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
            logStartOffset: { since: 5, type: 'int64', absent: -1 },
            recordErrors: { since: 8, type: [{ batchIndex: 'int32', message: 'nullableString' }], absent: [] },
            errorMessage: { since: 8, type: 'nullableString', absent: null },
          },
        ],
      },
    ],
    throttleTimeMs: 'int32',
  },
});
