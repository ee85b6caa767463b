import { Group } from './group.ts';
import type { StoredGroup, StoredMember } from './group-entries.ts';
import { Member } from './member.ts';

/** What is stored of a group whose members have `assignments` (by member id). */
export function storedGroup(group: Group, assignments: ReadonlyMap<string, Uint8Array>): StoredGroup {
  const { groupId, generationId, protocolType, protocolName, leader, emptySinceMs } = group;
  const members = [...group.members.values()].map((member) => ({
    memberId: member.memberId,
    groupInstanceId: member.groupInstanceId,
    clientId: member.clientId,
    clientHost: member.clientHost,
    sessionTimeoutMs: member.sessionTimeoutMs,
    rebalanceTimeoutMs: member.rebalanceTimeoutMs,
    metadata: toBase64(member.metadataFor(protocolName)),
    assignment: toBase64(assignments.get(member.memberId) ?? new Uint8Array()),
  }));
  return { groupId, generationId, protocolType, protocolName, leader, emptySinceMs, members };
}

/** The group goes on in the generation that was stored: its members need not join again, and have a session from now on. */
export function restoredGroup(stored: StoredGroup, nowMs: number): Group {
  const group = new Group(stored.groupId);
  for (const member of stored.members) group.add(restoredMember(member, stored, nowMs), stored.protocolType ?? '');
  group.state = stored.members.length > 0 ? 'Stable' : 'Empty';
  group.generationId = stored.generationId;
  group.protocolType = stored.protocolType;
  group.protocolName = stored.protocolName;
  group.leader = stored.leader;
  group.emptySinceMs = stored.emptySinceMs;
  group.readSubscription();
  return group;
}

function restoredMember(stored: StoredMember, group: StoredGroup, nowMs: number): Member {
  const protocols = [{ name: group.protocolName ?? '', metadata: fromBase64(stored.metadata) }];
  const request = {
    ...stored,
    protocols,
    groupId: group.groupId,
    protocolType: group.protocolType ?? '',
    requireKnownMemberId: false,
    supportSkippingAssignment: false,
  };
  const member = new Member(request, stored.memberId);
  member.assignment = fromBase64(stored.assignment);
  member.deadlineMs = nowMs + stored.sessionTimeoutMs;
  return member;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
