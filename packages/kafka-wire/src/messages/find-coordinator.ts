import { defineApi } from '../message.ts';

/** `keyType`: 0 a group, 1 a transactional id. */
export const findCoordinator = defineApi({
  name: 'FindCoordinator',
  key: 10,
  versions: [0, 2],
  flexibleFrom: 3,
  request: { key: 'string', keyType: { since: 1, type: 'int8', absent: 0 } },
  response: {
    throttleTimeMs: { since: 1, type: 'int32', absent: 0 },
    errorCode: 'int16',
    errorMessage: { since: 1, type: 'nullableString', absent: null },
    nodeId: 'int32',
    host: 'string',
    port: 'int32',
  },
});
