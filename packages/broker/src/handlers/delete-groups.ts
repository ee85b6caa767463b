import { deleteGroups, ERRORS } from '@millrace/kafka-wire';
import { defineDirect } from './handler.ts';

export const deleteGroupsHandler = defineDirect(deleteGroups, ({ groups }, { groupsNames }) => {
  const errors = groups.deleteGroups(groupsNames);
  const results = groupsNames.map((groupId, i) => ({ groupId, errorCode: errors[i] ?? ERRORS.UNKNOWN_SERVER_ERROR }));
  return { throttleTimeMs: 0, results };
});
