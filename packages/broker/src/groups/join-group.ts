import { ERRORS } from '@millrace/kafka-wire';
import type { Group } from './group.ts';
import type { GroupContext } from './group-context.ts';
import type { JoinAnswer, JoinRequest } from './group-requests.ts';
import type { Joining } from './joining.ts';
import { type Answer, failedJoin, Member } from './member.ts';
import { completeIfReady, joinedAnswer, keepAlive, prepareRebalance } from './rebalance.ts';
import { replaceStaticMember } from './static-member.ts';

/** A member that waits for its first answer may have gone; after this long it is expected to have tried again. */
const NEW_MEMBER_JOIN_TIMEOUT_MS = 5 * 60_000;

/** JoinGroup: answers at once, or when the next generation begins. */
export function joinGroup(
  context: GroupContext,
  request: JoinRequest,
  nowMs: number,
  answer: Answer<JoinAnswer>,
): void {
  const group = groupToJoin(context, request);
  if (typeof group === 'number') {
    answer(failedJoin(request.memberId, group));
    return;
  }
  consider({ context, group, request, nowMs, answer });
  completeIfReady(context, group, nowMs);
  context.dropIfUnused(group);
}

/** The group, or the error of a request that none considers. */
function groupToJoin(context: GroupContext, request: JoinRequest): Group | number {
  const { settings, groups } = context;
  const { groupId, memberId, sessionTimeoutMs } = request;
  if (groupId === '') return ERRORS.INVALID_GROUP_ID;
  if (sessionTimeoutMs < settings.minSessionTimeoutMs || sessionTimeoutMs > settings.maxSessionTimeoutMs)
    return ERRORS.INVALID_SESSION_TIMEOUT;
  const bytes = request.protocols.reduce((sum, { name, metadata }) => sum + name.length + metadata.length, 0);
  if (bytes > settings.maxProtocolBytes) return ERRORS.INVALID_REQUEST;
  if (memberId !== '') return groups.get(groupId) ?? ERRORS.UNKNOWN_MEMBER_ID;
  return context.ensure(groupId) ?? ERRORS.GROUP_MAX_SIZE_REACHED;
}

function consider(joining: Joining): void {
  const { context, group, request, answer } = joining;
  const { memberId, protocolType, protocols } = request;
  if (!hasRoom(context, group, memberId)) {
    group.remove(memberId);
    answer(failedJoin('', ERRORS.GROUP_MAX_SIZE_REACHED));
  } else if (!group.supports(protocolType, protocols)) {
    answer(failedJoin(memberId, ERRORS.INCONSISTENT_GROUP_PROTOCOL));
  } else if (memberId === '') joinNew(joining);
  else if (group.pendingMembers.has(memberId)) addMember(joining, memberId, null);
  else joinKnown(joining);
}

/** Members beyond the bound are those that come last to a rebalance. */
function hasRoom({ settings }: GroupContext, group: Group, memberId: string): boolean {
  if (group.pendingMembers.has(memberId)) return true;
  const member = group.members.get(memberId);
  const isRejoining = group.state === 'PreparingRebalance';
  const counted = isRejoining ? [...group.members.values()].filter(({ awaitsJoin }) => awaitsJoin) : [...group.members];
  const isCounted = isRejoining ? member?.awaitsJoin === true : member !== undefined;
  return isCounted || counted.length + group.pendingMembers.size < settings.maxMembers;
}

function joinNew(joining: Joining): void {
  const { context, group, request, nowMs, answer } = joining;
  const { groupInstanceId } = request;
  const memberId = context.newMemberId(groupInstanceId ?? request.clientId);
  const former = group.staticMember(groupInstanceId);
  if (former !== undefined) replaceStaticMember(joining, former, memberId);
  else if (groupInstanceId !== null || !request.requireKnownMemberId) addMember(joining, memberId, groupInstanceId);
  else {
    group.pendingMembers.set(memberId, context.schedule(nowMs + request.sessionTimeoutMs));
    answer(failedJoin(memberId, ERRORS.MEMBER_ID_REQUIRED));
  }
}

function addMember(joining: Joining, memberId: string, groupInstanceId: string | null): void {
  const { context, group, request, nowMs, answer } = joining;
  const member = new Member({ ...request, groupInstanceId }, memberId);
  member.isNew = true;
  member.deadlineMs = context.schedule(nowMs + NEW_MEMBER_JOIN_TIMEOUT_MS);
  member.waitForJoin(answer);
  if (group.state === 'PreparingRebalance' && group.generationId === 0) group.newMemberAdded = true;
  group.add(member, request.protocolType);
  if (group.state !== 'PreparingRebalance') prepareRebalance(context, group, nowMs);
}

function joinKnown({ context, group, request, nowMs, answer }: Joining): void {
  const member = group.identify(request.memberId, request.groupInstanceId);
  if (typeof member === 'number') answer(failedJoin(request.memberId, member));
  else if (isUpToDate(group, member, request)) {
    keepAlive(context, member, nowMs);
    answer(joinedAnswer(group, member));
  } else {
    member.update(request);
    member.waitForJoin(answer);
    if (group.state !== 'PreparingRebalance') prepareRebalance(context, group, nowMs);
  }
}

/** Whether joining again changes nothing: an answer was lost. A leader that joins a stable group wants the work shared anew. */
function isUpToDate(group: Group, member: Member, request: JoinRequest): boolean {
  if (group.state === 'PreparingRebalance' || !member.matches(request.protocols)) return false;
  return group.state === 'CompletingRebalance' || group.leader !== member.memberId;
}
