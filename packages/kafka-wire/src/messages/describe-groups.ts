import { defineApi } from '../message.ts';

export const describeGroups = defineApi({
  name: 'DescribeGroups',
  key: 15,
  versions: [0, 5],
  flexibleFrom: 5,
  request: { groups: ['string'], includeAuthorizedOperations: { since: 3, type: 'bool', absent: false } },
  response: {
    throttleTimeMs: { since: 1, type: 'int32', absent: 0 },
    groups: [
      {
        errorCode: 'int16',
        groupId: 'string',
        groupState: 'string',
        protocolType: 'string',
        protocolData: 'string',
        members: [
          {
            memberId: 'string',
            groupInstanceId: { since: 4, type: 'nullableString', absent: null },
            clientId: 'string',
            clientHost: 'string',
            memberMetadata: 'bytes',
            memberAssignment: 'bytes',
          },
        ],
        authorizedOperations: { since: 3, type: 'int32', absent: -2147483648 },
      },
    ],
  },
});
