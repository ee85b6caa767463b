import { defineApi } from '../message.ts';

/** `endpointType`: 1 brokers, 2 controllers. */
export const describeCluster = defineApi({
  name: 'DescribeCluster',
  key: 60,
  versions: [0, 1],
  flexibleFrom: 0,
  request: { includeClusterAuthorizedOperations: 'bool', endpointType: { since: 1, type: 'int8', absent: 1 } },
  response: {
    throttleTimeMs: 'int32',
    errorCode: 'int16',
    errorMessage: 'nullableString',
    endpointType: { since: 1, type: 'int8', absent: 1 },
    clusterId: 'string',
    controllerId: 'int32',
    brokers: [{ brokerId: 'int32', host: 'string', port: 'int32', rack: 'nullableString' }],
    clusterAuthorizedOperations: 'int32',
  },
});
