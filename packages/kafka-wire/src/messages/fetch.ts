import { defineApi } from '../message.ts';

/** Up to the last version with plain strings. `abortedTransactions` is null for read_uncommitted. */
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
    sessionId: { since: 7, type: 'int32', absent: 0 },
    sessionEpoch: { since: 7, type: 'int32', absent: -1 },
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            currentLeaderEpoch: { since: 9, type: 'int32', absent: -1 },
            fetchOffset: 'int64',
            logStartOffset: { since: 5, type: 'int64', absent: -1 },
            maxBytes: 'int32',
          },
        ],
      },
    ],
    forgottenTopics: { since: 7, type: [{ name: 'string', partitions: ['int32'] }], absent: [] },
    rackId: { since: 11, type: 'string', absent: '' },
  },
  response: {
    throttleTimeMs: 'int32',
    errorCode: { since: 7, type: 'int16', absent: 0 },
    sessionId: { since: 7, type: 'int32', absent: 0 },
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            errorCode: 'int16',
            highWatermark: 'int64',
            lastStableOffset: 'int64',
            logStartOffset: { since: 5, type: 'int64', absent: -1 },
            abortedTransactions: [{ producerId: 'producerId', firstOffset: 'int64' }, 'nullable'],
            preferredReadReplica: { since: 11, type: 'int32', absent: -1 },
            records: 'records',
          },
        ],
      },
    ],
  },
});
