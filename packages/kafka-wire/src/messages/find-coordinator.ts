import { defineApi } from '../message.ts';

/** `keyType`: 0 a group, 1 a transactional id. */
export const findCoordinator = defineApi({
  name: 'FindCoordinator',
  key: 10,
  versions: [0, 5],
  flexibleFrom: 3,
  request: {
    key: { since: 0, until: 3, type: 'string', absent: '' },
    keyType: { since: 1, type: 'int8', absent: 0 },
    coordinatorKeys: { since: 4, type: ['string'], absent: [] },
  },
  response: {
    throttleTimeMs: { since: 1, type: 'int32', absent: 0 },
    errorCode: { since: 0, until: 3, type: 'int16', absent: 0 },
    errorMessage: { since: 1, until: 3, type: 'nullableString', absent: null },
    nodeId: { since: 0, until: 3, type: 'int32', absent: -1 },
    host: { since: 0, until: 3, type: 'string', absent: '' },
    port: { since: 0, until: 3, type: 'int32', absent: -1 },
    coordinators: {
      since: 4,
      type: [
        {
          key: 'string',
          nodeId: 'int32',
          host: 'string',
          port: 'int32',
          errorCode: 'int16',
          errorMessage: 'nullableString',
        },
      ],
      absent: [],
    },
  },
});
