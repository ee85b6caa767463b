import { defineApi } from '../message.ts';

export const apiVersions = defineApi({
  name: 'ApiVersions',
  key: 18,
  versions: [0, 2],
  flexibleFrom: 3,
  request: {},
  response: {
    errorCode: 'int16',
    apiKeys: [{ apiKey: 'int16', minVersion: 'int16', maxVersion: 'int16' }],
    throttleTimeMs: { type: 'int32', versions: [1, 2], absent: 0 },
  },
});

export const metadata = defineApi({
  name: 'Metadata',
  key: 3,
  versions: [4, 8],
  flexibleFrom: 9,
  request: {
    topics: ['string'],
    allowAutoTopicCreation: 'bool',
    includeClusterAuthorizedOperations: { type: 'bool', versions: [8, 8], absent: false },
    includeTopicAuthorizedOperations: { type: 'bool', versions: [8, 8], absent: false },
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
            leaderEpoch: { type: 'int32', versions: [7, 8], absent: -1 },
            replicas: ['int32'],
            inSyncReplicas: ['int32'],
            offlineReplicas: { type: ['int32'], versions: [5, 8], absent: [] },
          },
        ],
        authorizedOperations: { type: 'int32', versions: [8, 8], absent: 0 },
      },
    ],
    clusterAuthorizedOperations: { type: 'int32', versions: [8, 8], absent: 0 },
  },
});

export const listOffsets = defineApi({
  name: 'ListOffsets',
  key: 2,
  versions: [2, 5],
  flexibleFrom: 6,
  request: {
    replicaId: 'int32',
    isolationLevel: 'int8',
    topics: [
      {
        name: 'string',
        partitions: [
          { index: 'int32', currentLeaderEpoch: { type: 'int32', versions: [4, 5], absent: -1 }, timestamp: 'int64' },
        ],
      },
    ],
  },
  response: {
    throttleTimeMs: 'int32',
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            errorCode: 'int16',
            timestamp: 'int64',
            offset: 'int64',
            leaderEpoch: { type: 'int32', versions: [4, 5], absent: -1 },
          },
        ],
      },
    ],
  },
});
