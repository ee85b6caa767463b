import { describeGroups, ERRORS } from '@millrace/kafka-wire';
import { distinct } from './distinct.ts';
import { defineDirect } from './handler.ts';
import { bytesOf } from './join-group.ts';

/** From here on a group that is not there is an error; before it is told as dead. */
const ABSENT_IS_AN_ERROR = 6;

export const describeGroupsHandler = defineDirect(describeGroups, (state, request, { version }) => ({
  groups: distinct(request.groups, (groupId) => groupId).map((groupId) => {
    const group = state.groups.describe(groupId);
    if (group === undefined) {
      const errorCode = version >= ABSENT_IS_AN_ERROR ? ERRORS.GROUP_ID_NOT_FOUND : ERRORS.NONE;
      return { errorCode, groupId, groupState: 'Dead', protocolType: '', protocolData: '', members: [] };
    }
    return {
      errorCode: ERRORS.NONE,
      groupId,
      groupState: group.state,
      protocolType: group.protocolType,
      protocolData: group.protocolName,
      members: group.members.map(({ metadata, assignment, ...member }) => ({
        ...member,
        memberMetadata: bytesOf(metadata),
        memberAssignment: bytesOf(assignment),
      })),
    };
  }),
}));
