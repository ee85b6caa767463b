import { defineApi } from '../message.ts';

export const deleteGroups = defineApi({
  name: 'DeleteGroups',
  key: 42,
  versions: [0, 2],
  flexibleFrom: 2,
  request: { groupsNames: ['string'] },
  response: { throttleTimeMs: 'int32', results: [{ groupId: 'string', errorCode: 'int16' }] },
});
