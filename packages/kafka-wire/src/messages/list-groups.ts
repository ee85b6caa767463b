import { defineApi } from '../message.ts';

export const listGroups = defineApi({
  name: 'ListGroups',
  key: 16,
  versions: [0, 5],
  flexibleFrom: 3,
  request: {
    statesFilter: { since: 4, type: ['string'], absent: [] },
    typesFilter: { since: 5, type: ['string'], absent: [] },
  },
  response: {
    throttleTimeMs: { since: 1, type: 'int32', absent: 0 },
    errorCode: 'int16',
    groups: [
      {
        groupId: 'string',
        protocolType: 'string',
        groupState: { since: 4, type: 'string', absent: '' },
        groupType: { since: 5, type: 'string', absent: '' },
      },
    ],
  },
});
