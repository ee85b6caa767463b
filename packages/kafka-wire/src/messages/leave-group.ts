import { defineApi } from '../message.ts';

/** One member until version 2, several since. */
export const leaveGroup = defineApi({
  name: 'LeaveGroup',
  key: 13,
  versions: [0, 5],
  flexibleFrom: 4,
  request: {
    groupId: 'string',
    memberId: { since: 0, until: 2, type: 'string', absent: '' },
    members: {
      since: 3,
      type: [
        {
          memberId: 'string',
          groupInstanceId: 'nullableString',
          reason: { since: 5, type: 'nullableString', absent: null },
        },
      ],
      absent: [],
    },
  },
  response: {
    throttleTimeMs: { since: 1, type: 'int32', absent: 0 },
    errorCode: 'int16',
    members: {
      since: 3,
      type: [{ memberId: 'string', groupInstanceId: 'nullableString', errorCode: 'int16' }],
      absent: [],
    },
  },
});
