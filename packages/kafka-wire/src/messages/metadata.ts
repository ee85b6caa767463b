import { defineApi } from '../message.ts';

/** `topics: null` asks for all of them. */
export const metadata = defineApi({
  name: 'Metadata',
  key: 3,
  versions: [4, 8],
  flexibleFrom: 9,
  request: {
    topics: ['string', 'nullable'],
    allowAutoTopicCreation: 'bool',
    includeClusterAuthorizedOperations: { since: 8, type: 'bool', absent: false },
    includeTopicAuthorizedOperations: { since: 8, type: 'bool', absent: false },
  },
  response: {
    throttleTimeMs: 'int32',
    brokers: [{ nodeId: 'int32', host: 'string', port: 'int32', rack: 'nullableString' }],
    clusterId: 'nullableString',
    controllerId: 'int32',
    topics: [
      {
        errorCode: 'int16',
        name: 'string',
        isInternal: 'bool',
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
        authorizedOperations: { since: 8, type: 'int32', absent: 0 },
      },
    ],
    clusterAuthorizedOperations: { since: 8, type: 'int32', absent: 0 },
  },
});
