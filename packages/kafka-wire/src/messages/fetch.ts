import { defineApi } from '../message.ts';

export const fetch = defineApi({
  name: 'Fetch',
  key: 1,
  versions: [4, 11],
  flexibleFrom: 12,
  request: {
    replicaId: 'int32',
    maxWaitMs: 'int32',
    minBytes: 'int32',
    maxBytes: 'int32',
    isolationLevel: 'int8',
    sessionId: { type: 'int32', versions: [7, 11], absent: 0 },
    sessionEpoch: { type: 'int32', versions: [7, 11], absent: -1 },
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            currentLeaderEpoch: { type: 'int32', versions: [9, 11], absent: -1 },
            fetchOffset: 'int64',
            logStartOffset: { type: 'int64', versions: [5, 11], absent: -1 },
            maxBytes: 'int32',
          },
        ],
      },
    ],
    forgottenTopics: { type: [{ name: 'string', partitions: ['int32'] }], versions: [7, 11], absent: [] },
    rackId: { type: 'string', versions: [11, 11], absent: '' },
  },
  response: {
    throttleTimeMs: 'int32',
    errorCode: { type: 'int16', versions: [7, 11], absent: 0 },
    sessionId: { type: 'int32', versions: [7, 11], absent: 0 },
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            errorCode: 'int16',
            highWatermark: 'int64',
            lastStableOffset: 'int64',
            logStartOffset: { type: 'int64', versions: [5, 11], absent: -1 },
            abortedTransactions: [{ producerId: 'producerId', firstOffset: 'int64' }],
            preferredReadReplica: { type: 'int32', versions: [11, 11], absent: -1 },
            records: 'records',
          },
        ],
      },
    ],
  },
});
