import { ERRORS } from '@millrace/kafka-wire';
import type { Group } from './group.ts';
import type { StoredGroup } from './group-entries.ts';
import type { JoinAnswer, JoinRequest } from './group-requests.ts';
import type { Joining } from './joining.ts';
import { failedJoin, type Member } from './member.ts';
import { joinedAnswer, keepAlive, prepareRebalance } from './rebalance.ts';
import { storedGroup } from './stored-group.ts';

/** A static member joins without an id: it was started again. Where that changes nothing for the others, they hear nothing of it (KIP-345). */
export function replaceStaticMember(joining: Joining, member: Member, memberId: string): void {
  const { context, group, request, nowMs, answer } = joining;
  const formerLeader = group.leader;
  const isUnnoticed =
    group.state === 'Stable' && group.chooseProtocol(member, request.protocols) === group.protocolName;
  if (isUnnoticed && !context.write({ kind: 'group', group: renamed(group, member, memberId, request) })) {
    answer(failedJoin('', ERRORS.COORDINATOR_NOT_AVAILABLE));
    return;
  }
  group.replaceStatic(member, memberId);
  member.update(request);
  keepAlive(context, member, nowMs);
  if (isUnnoticed) answer(unnoticedAnswer(group, member, formerLeader, request.supportSkippingAssignment));
  else member.waitForJoin(answer);
  if (!isUnnoticed && group.state !== 'PreparingRebalance') prepareRebalance(context, group, nowMs);
}

/** A leader that came back must not assign in a stable group: it is told so, or (before JoinGroup 9) not that it leads. */
function unnoticedAnswer(
  group: Group,
  member: Member,
  formerLeader: string | null,
  supportSkippingAssignment: boolean,
): JoinAnswer {
  if (!supportSkippingAssignment) return { ...joinedAnswer(group, member, formerLeader), members: [] };
  return { ...joinedAnswer(group, member), skipAssignment: group.leader === member.memberId };
}

function renamed(group: Group, member: Member, memberId: string, request: JoinRequest): StoredGroup {
  const stored = storedGroup(group, assignmentsOf(group));
  const metadata = request.protocols.find(({ name }) => name === group.protocolName)?.metadata ?? new Uint8Array();
  const next = {
    memberId,
    sessionTimeoutMs: request.sessionTimeoutMs,
    rebalanceTimeoutMs: request.rebalanceTimeoutMs,
    metadata: Buffer.from(metadata).toString('base64'),
  };
  return {
    ...stored,
    leader: stored.leader === member.memberId ? memberId : stored.leader,
    members: stored.members.map((each) => (each.memberId === member.memberId ? { ...each, ...next } : each)),
  };
}

function assignmentsOf(group: Group): ReadonlyMap<string, Uint8Array> {
  return new Map([...group.members.values()].map((member) => [member.memberId, member.assignment]));
}
