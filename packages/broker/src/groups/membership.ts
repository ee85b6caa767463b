import { ERRORS } from '@millrace/kafka-wire';
import type { Group } from './group.ts';
import type { GroupContext } from './group-context.ts';
import type { LeaveAnswer, LeaveRequest, LeavingMember, MemberRequest } from './group-requests.ts';
import { completeIfReady, keepAlive, removeMember } from './rebalance.ts';

/** Heartbeat: the error that the member is told, NONE where it may go on. */
export function heartbeat(context: GroupContext, request: MemberRequest, nowMs: number): number {
  if (request.groupId === '') return ERRORS.INVALID_GROUP_ID;
  const group = context.groups.get(request.groupId);
  if (group === undefined) return ERRORS.UNKNOWN_MEMBER_ID;
  const member = group.identify(request.memberId, request.groupInstanceId);
  if (typeof member === 'number') return member;
  if (request.generationId !== group.generationId) return ERRORS.ILLEGAL_GENERATION;
  keepAlive(context, member, nowMs);
  return group.state === 'PreparingRebalance' ? ERRORS.REBALANCE_IN_PROGRESS : ERRORS.NONE;
}

/** LeaveGroup: each member has an answer of its own; a static one may be named by its instance id alone. */
export function leaveGroup(context: GroupContext, request: LeaveRequest, nowMs: number): LeaveAnswer {
  if (request.groupId === '') return { error: ERRORS.INVALID_GROUP_ID, members: [] };
  const group = context.groups.get(request.groupId);
  const members = request.members.map(({ memberId, groupInstanceId }) => {
    const leaving = { memberId, groupInstanceId };
    return {
      ...leaving,
      error: group === undefined ? ERRORS.UNKNOWN_MEMBER_ID : leave(context, group, leaving, nowMs),
    };
  });
  if (group !== undefined) context.dropIfUnused(group);
  return { error: ERRORS.NONE, members };
}

function leave(context: GroupContext, group: Group, leaving: LeavingMember, nowMs: number): number {
  if (group.pendingMembers.delete(leaving.memberId)) {
    completeIfReady(context, group, nowMs);
    return ERRORS.NONE;
  }
  const member =
    leaving.memberId === ''
      ? (group.staticMember(leaving.groupInstanceId) ?? ERRORS.UNKNOWN_MEMBER_ID)
      : group.identify(leaving.memberId, leaving.groupInstanceId);
  if (typeof member === 'number') return member;
  removeMember(context, group, member.memberId, nowMs);
  return ERRORS.NONE;
}
