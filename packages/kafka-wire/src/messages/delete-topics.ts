import { defineApi } from '../message.ts';

export const deleteTopics = defineApi({
  name: 'DeleteTopics',
  key: 20,
  versions: [1, 6],
  flexibleFrom: 4,
  request: {
    topics: { since: 6, type: [{ name: 'nullableString', topicId: 'uuid' }], absent: [] },
    topicNames: { since: 0, until: 5, type: ['string'], absent: [] },
    timeoutMs: 'int32',
  },
  response: {
    throttleTimeMs: 'int32',
    responses: [
      {
        name: 'nullableString',
        topicId: { since: 6, type: 'uuid', absent: '00000000-0000-0000-0000-000000000000' },
        errorCode: 'int16',
        errorMessage: { since: 5, type: 'nullableString', absent: null },
      },
    ],
  },
});
