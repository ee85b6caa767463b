import { ERRORS } from '@millrace/kafka-wire';
import type { Group, Preparation } from './group.ts';
import type { GroupContext } from './group-context.ts';
import type { JoinAnswer } from './group-requests.ts';
import { failedSync, type Member } from './member.ts';
import { storedGroup } from './stored-group.ts';

/** Calls all members to join again; who waits for an assignment of the generation that ends is told so. */
export function prepareRebalance(context: GroupContext, group: Group, nowMs: number): void {
  if (group.state === 'CompletingRebalance') abandonAssignment(context, group, ERRORS.REBALANCE_IN_PROGRESS, nowMs);
  group.pendingSync.clear();
  group.preparation =
    group.state === 'Empty'
      ? waitInitially(context, nowMs, group.rebalanceTimeoutMs)
      : { deadlineMs: context.schedule(nowMs + group.rebalanceTimeoutMs) };
  group.state = 'PreparingRebalance';
  completeIfReady(context, group, nowMs);
}

/** Begins the next generation when all have joined, or when it is no use to wait longer. */
export function completeIfReady(context: GroupContext, group: Group, nowMs: number): void {
  const preparation = group.preparation;
  if (group.state !== 'PreparingRebalance' || preparation === undefined) return;
  const isDue = nowMs >= preparation.deadlineMs;
  const { initialRestMs } = preparation;
  if (initialRestMs === undefined) {
    if (isDue || group.hasAllJoined) completeJoin(context, group, nowMs);
  } else if (isDue && group.newMemberAdded && initialRestMs > 0) {
    group.newMemberAdded = false;
    group.preparation = waitInitially(context, nowMs, initialRestMs);
  } else if (isDue) completeJoin(context, group, nowMs);
}

/** A member's session goes on from now. */
export function keepAlive(context: GroupContext, member: Member, nowMs: number): void {
  member.deadlineMs = context.schedule(nowMs + member.sessionTimeoutMs);
}

/** A member that left, expired or was taken out; the others share its work anew. */
export function removeMember(context: GroupContext, group: Group, memberId: string, nowMs: number): void {
  group.remove(memberId);
  if (group.state === 'Stable' || group.state === 'CompletingRebalance') prepareRebalance(context, group, nowMs);
  else completeIfReady(context, group, nowMs);
}

/** Nobody has an assignment of this generation; whoever waits for one is told why. */
export function abandonAssignment(context: GroupContext, group: Group, error: number, nowMs: number): void {
  for (const member of group.members.values()) {
    member.assignment = new Uint8Array();
    if (member.awaitsSync) keepAlive(context, member, nowMs);
    member.answerSync(failedSync(error));
  }
}

/** What a member is told that is in the generation of now. */
export function joinedAnswer(group: Group, member: Member, leader = group.leader): JoinAnswer {
  return {
    error: ERRORS.NONE,
    generationId: group.generationId,
    protocolType: group.protocolType,
    protocolName: group.protocolName,
    leader: leader ?? '',
    skipAssignment: false,
    memberId: member.memberId,
    members: leader === member.memberId ? group.joinedMembers() : [],
  };
}

/** Waits for the initial delay, or for what is left of the longest time that members may be kept waiting. */
function waitInitially(context: GroupContext, nowMs: number, restMs: number): Preparation {
  const delayMs = Math.min(context.settings.initialRebalanceDelayMs, restMs);
  return { deadlineMs: context.schedule(nowMs + delayMs), initialRestMs: restMs - delayMs };
}

function completeJoin(context: GroupContext, group: Group, nowMs: number): void {
  for (const member of [...group.members.values()])
    if (!member.awaitsJoin && member.groupInstanceId === null) group.remove(member.memberId);
  if (!group.electJoinedLeader() && group.members.size > 0) {
    group.preparation = { deadlineMs: context.schedule(nowMs + Math.max(1, group.rebalanceTimeoutMs)) };
    return;
  }
  beginGeneration(group, nowMs);
  if (group.state === 'Empty') {
    context.write({ kind: 'group', group: storedGroup(group, new Map()) });
    return;
  }
  for (const member of [...group.members.values()]) {
    keepAlive(context, member, nowMs);
    member.isNew = false;
    group.pendingSync.add(member.memberId);
    member.answerJoin(joinedAnswer(group, member));
  }
  group.syncDeadlineMs = context.schedule(nowMs + group.rebalanceTimeoutMs);
}

function beginGeneration(group: Group, nowMs: number): void {
  group.preparation = undefined;
  group.newMemberAdded = false;
  group.generationId += 1;
  const isEmpty = group.members.size === 0;
  group.state = isEmpty ? 'Empty' : 'CompletingRebalance';
  group.emptySinceMs = isEmpty ? nowMs : null;
  group.protocolName = isEmpty ? null : group.chooseProtocol();
  group.readSubscription();
}
