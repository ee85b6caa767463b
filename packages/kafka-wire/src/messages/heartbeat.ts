import { defineApi } from '../message.ts';

export const heartbeat = defineApi({
  name: 'Heartbeat',
  key: 12,
  versions: [0, 4],
  flexibleFrom: 4,
  request: {
    groupId: 'string',
    generationId: 'int32',
    memberId: 'string',
    groupInstanceId: { since: 3, type: 'nullableString', absent: null },
  },
  response: { throttleTimeMs: { since: 1, type: 'int32', absent: 0 }, errorCode: 'int16' },
});
