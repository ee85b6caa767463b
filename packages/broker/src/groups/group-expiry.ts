import type { Group } from './group.ts';
import type { GroupContext } from './group-context.ts';
import type { StoredOffset } from './group-entries.ts';
import { completeIfReady, prepareRebalance, removeMember } from './rebalance.ts';

/** What is due in a group at `nowMs`: ids never used, members silent for a session, syncs that never came, a rebalance that waits. */
export function expireInGroup(context: GroupContext, group: Group, nowMs: number): void {
  for (const [memberId, deadlineMs] of group.pendingMembers)
    if (nowMs >= deadlineMs) group.pendingMembers.delete(memberId);
  for (const member of [...group.members.values()])
    if (group.members.get(member.memberId) === member && member.isExpired(nowMs))
      removeMember(context, group, member.memberId, nowMs);
  if (hasSyncExpired(group, nowMs)) {
    for (const memberId of [...group.pendingSync]) group.remove(memberId);
    prepareRebalance(context, group, nowMs);
  }
  completeIfReady(context, group, nowMs);
  context.dropIfUnused(group);
}

/** The next time at which something may be due in the group. */
export function groupDeadlineMs(group: Group): number {
  let nextMs = group.preparation?.deadlineMs ?? Number.POSITIVE_INFINITY;
  if (isSyncPending(group)) nextMs = Math.min(nextMs, group.syncDeadlineMs);
  for (const deadlineMs of group.pendingMembers.values()) nextMs = Math.min(nextMs, deadlineMs);
  for (const member of group.members.values())
    if (member.isNew || !(member.awaitsJoin || member.awaitsSync)) nextMs = Math.min(nextMs, member.deadlineMs);
  return nextMs;
}

/** Forgets offsets that have outlived the group's last member, their topic's last consumer, or (where no members are managed) their commit. */
export function expireOffsets(context: GroupContext, group: Group, nowMs: number): void {
  const offsets = context.records.offsetsOf(group.groupId);
  const isOver = (sinceMs: number) => nowMs - sinceMs >= context.settings.offsetsRetentionMs;
  const isExpired = (offset: StoredOffset) => {
    const sinceMs = unusedSinceMs(group, offset);
    return sinceMs !== undefined && isOver(sinceMs) && !offsets?.isPending(offset);
  };
  const partitions = [...(offsets?.all() ?? [])]
    .filter(isExpired)
    .map(({ topic, partition }) => ({ topic, partition }));
  const { groupId } = group;
  if (partitions.length > 0 && !context.write({ kind: 'forget-offsets', groupId, partitions })) return;
  const isDone = group.state === 'Empty' && group.pendingMembers.size === 0;
  if (!isDone || context.records.offsetsOf(groupId) !== undefined) return;
  if (!context.records.has(groupId) || context.write({ kind: 'forget-group', groupId })) context.groups.delete(groupId);
}

/** Undefined while somebody may go on from the offset. */
function unusedSinceMs(group: Group, offset: StoredOffset): number | undefined {
  if (group.state === 'Empty')
    return group.protocolType === null ? offset.committedMs : (group.emptySinceMs ?? offset.committedMs);
  if (group.state !== 'Stable' || group.subscription === undefined) return undefined;
  return group.subscription.has(offset.topic) ? undefined : offset.committedMs;
}

function isSyncPending(group: Group): boolean {
  return (group.state === 'CompletingRebalance' || group.state === 'Stable') && group.pendingSync.size > 0;
}

function hasSyncExpired(group: Group, nowMs: number): boolean {
  return isSyncPending(group) && nowMs >= group.syncDeadlineMs;
}
