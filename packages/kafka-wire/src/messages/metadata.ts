import { defineApi } from '../message.ts';

/** `topics: null` asks for all of them. */
export const metadata = defineApi({
  name: 'Metadata',
  key: 3,
  versions: [0, 12],
  flexibleFrom: 9,
  request: {
    topics: [
      { topicId: { since: 10, type: 'uuid', absent: '00000000-0000-0000-0000-000000000000' }, name: 'nullableString' },
      'nullable',
    ],
    allowAutoTopicCreation: { since: 4, type: 'bool', absent: true },
    includeClusterAuthorizedOperations: { since: 8, until: 10, type: 'bool', absent: false },
    includeTopicAuthorizedOperations: { since: 8, type: 'bool', absent: false },
  },
  response: {
    throttleTimeMs: { since: 3, type: 'int32', absent: 0 },
    brokers: [
      { nodeId: 'int32', host: 'string', port: 'int32', rack: { since: 1, type: 'nullableString', absent: null } },
    ],
    clusterId: { since: 2, type: 'nullableString', absent: null },
    controllerId: { since: 1, type: 'int32', absent: -1 },
    topics: [
      {
        errorCode: 'int16',
        name: 'nullableString',
        topicId: { since: 10, type: 'uuid', absent: '00000000-0000-0000-0000-000000000000' },
        isInternal: { since: 1, type: 'bool', absent: false },
        partitions: [
          {
            errorCode: 'int16',
            index: 'int32',
            leaderId: 'int32',
            leaderEpoch: { since: 7, type: 'int32', absent: -1 },
            replicas: ['int32'],
            inSyncReplicas: ['int32'],
            offlineReplicas: { since: 5, type: ['int32'], absent: [] },
          },
        ],
        authorizedOperations: { since: 8, type: 'int32', absent: -2147483648 },
      },
    ],
    clusterAuthorizedOperations: { since: 8, until: 10, type: 'int32', absent: -2147483648 },
  },
});
