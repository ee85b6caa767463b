import { defineApi } from '../message.ts';

/** `protocolName` is null since version 7 only. */
export const joinGroup = defineApi({
  name: 'JoinGroup',
  key: 11,
  versions: [0, 9],
  flexibleFrom: 6,
  request: {
    groupId: 'string',
    sessionTimeoutMs: 'int32',
    rebalanceTimeoutMs: { since: 1, type: 'int32', absent: -1 },
    memberId: 'string',
    groupInstanceId: { since: 5, type: 'nullableString', absent: null },
    protocolType: 'string',
    protocols: [{ name: 'string', metadata: 'bytes' }],
    reason: { since: 8, type: 'nullableString', absent: null },
  },
  response: {
    throttleTimeMs: { since: 2, type: 'int32', absent: 0 },
    errorCode: 'int16',
    generationId: 'int32',
    protocolType: { since: 7, type: 'nullableString', absent: null },
    protocolName: 'nullableString',
    leader: 'string',
    skipAssignment: { since: 9, type: 'bool', absent: false },
    memberId: 'string',
    members: [
      { memberId: 'string', groupInstanceId: { since: 5, type: 'nullableString', absent: null }, metadata: 'bytes' },
    ],
  },
});
