import { defineApi } from '../message.ts';

export const syncGroup = defineApi({
  name: 'SyncGroup',
  key: 14,
  versions: [0, 5],
  flexibleFrom: 4,
  request: {
    groupId: 'string',
    generationId: 'int32',
    memberId: 'string',
    groupInstanceId: { since: 3, type: 'nullableString', absent: null },
    protocolType: { since: 5, type: 'nullableString', absent: null },
    protocolName: { since: 5, type: 'nullableString', absent: null },
    assignments: [{ memberId: 'string', assignment: 'bytes' }],
  },
  response: {
    throttleTimeMs: { since: 1, type: 'int32', absent: 0 },
    errorCode: 'int16',
    protocolType: { since: 5, type: 'nullableString', absent: null },
    protocolName: { since: 5, type: 'nullableString', absent: null },
    assignment: 'bytes',
  },
});
