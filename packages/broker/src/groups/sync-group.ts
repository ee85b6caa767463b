import { ERRORS } from '@millrace/kafka-wire';
import type { Group } from './group.ts';
import type { GroupContext } from './group-context.ts';
import type { SyncAnswer, SyncRequest } from './group-requests.ts';
import { type Answer, failedSync, type Member } from './member.ts';
import { abandonAssignment, keepAlive, prepareRebalance } from './rebalance.ts';
import { storedGroup } from './stored-group.ts';

/** SyncGroup: the leader brings the assignment, the others wait for theirs. */
export function syncGroup(
  context: GroupContext,
  request: SyncRequest,
  nowMs: number,
  answer: Answer<SyncAnswer>,
): void {
  const group = context.groups.get(request.groupId);
  if (group === undefined) {
    answer(failedSync(request.groupId === '' ? ERRORS.INVALID_GROUP_ID : ERRORS.UNKNOWN_MEMBER_ID));
    return;
  }
  const member = speaker(group, request);
  if (typeof member === 'number') answer(failedSync(member));
  else if (group.state === 'PreparingRebalance') answer(failedSync(ERRORS.REBALANCE_IN_PROGRESS));
  else if (group.state === 'Stable') {
    group.pendingSync.delete(member.memberId);
    keepAlive(context, member, nowMs);
    answer(assignedAnswer(group, member));
  } else {
    group.pendingSync.delete(member.memberId);
    member.waitForSync(answer);
    if (group.leader === member.memberId) assign(context, group, request, nowMs);
  }
}

function speaker(group: Group, request: SyncRequest): Member | number {
  const member = group.identify(request.memberId, request.groupInstanceId);
  if (typeof member === 'number') return member;
  if (request.generationId !== group.generationId) return ERRORS.ILLEGAL_GENERATION;
  const { protocolType, protocolName } = request;
  const isConsistent =
    (protocolType === null || protocolType === group.protocolType) &&
    (protocolName === null || protocolName === group.protocolName);
  return isConsistent ? member : ERRORS.INCONSISTENT_GROUP_PROTOCOL;
}

/** Members that the leader forgot have an empty assignment. Nobody learns one that is not written. */
function assign(context: GroupContext, group: Group, request: SyncRequest, nowMs: number): void {
  const assignments = new Map(
    request.assignments.map(({ memberId, assignment }) => [memberId, Uint8Array.from(assignment)]),
  );
  if (!context.write({ kind: 'group', group: storedGroup(group, assignments) })) {
    abandonAssignment(context, group, ERRORS.COORDINATOR_NOT_AVAILABLE, nowMs);
    prepareRebalance(context, group, nowMs);
    return;
  }
  group.state = 'Stable';
  for (const member of group.members.values()) {
    member.assignment = assignments.get(member.memberId) ?? new Uint8Array();
    if (member.awaitsSync) keepAlive(context, member, nowMs);
    member.answerSync(assignedAnswer(group, member));
  }
}

function assignedAnswer(group: Group, member: Member): SyncAnswer {
  const { protocolType, protocolName } = group;
  return { error: ERRORS.NONE, protocolType, protocolName, assignment: member.assignment };
}
