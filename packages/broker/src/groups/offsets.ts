import { ERRORS } from '@millrace/kafka-wire';
import type { Group } from './group.ts';
import type { GroupContext } from './group-context.ts';
import type { StoredOffset } from './group-entries.ts';
import type {
  CommitRequest,
  DeleteOffsetsAnswer,
  FetchedOffset,
  FetchOffsetsRequest,
  MemberRequest,
  OffsetToCommit,
  PartitionError,
  PartitionOf,
  TransactionalCommitRequest,
} from './group-requests.ts';
import { keepAlive } from './rebalance.ts';

/** OffsetCommit: of a member, or (generation −1, no member id) of whoever shares no work by the group. */
export function commitOffsets(context: GroupContext, request: CommitRequest, nowMs: number): readonly PartitionError[] {
  const { groupId, generationId, offsets } = request;
  const known = context.groups.get(groupId);
  if (known === undefined && generationId >= 0) return each(offsets, ERRORS.ILLEGAL_GENERATION);
  const group = known ?? context.ensure(groupId);
  if (group === undefined) return each(offsets, ERRORS.GROUP_MAX_SIZE_REACHED);
  const refused = refusedCommit(group, request, false);
  const member = group.members.get(request.memberId);
  if (refused === ERRORS.NONE && member !== undefined && group.state !== 'CompletingRebalance')
    keepAlive(context, member, nowMs);
  const error =
    refused === ERRORS.NONE && group.state === 'CompletingRebalance' ? ERRORS.REBALANCE_IN_PROGRESS : refused;
  const answer = store(context, offsets, error, nowMs, (stored) => ({ kind: 'commit', groupId, offsets: stored }));
  context.dropIfUnused(group);
  return answer;
}

/** TxnOffsetCommit: the offsets become visible when the producer's transaction has committed. */
export function commitTransactionalOffsets(
  context: GroupContext,
  request: TransactionalCommitRequest,
  nowMs: number,
): readonly PartitionError[] {
  const { groupId, offsets } = request;
  if (groupId === '') return each(offsets, ERRORS.INVALID_GROUP_ID);
  const group = context.ensure(groupId);
  if (group === undefined) return each(offsets, ERRORS.GROUP_MAX_SIZE_REACHED);
  const producerId = String(request.producerId);
  const error = refusedCommit(group, request, true);
  const answer = store(context, offsets, error, nowMs, (stored) => ({
    kind: 'pending',
    groupId,
    producerId,
    offsets: stored,
  }));
  context.dropIfUnused(group);
  return answer;
}

function refusedCommit(group: Group, request: MemberRequest, isTransactional: boolean): number {
  const { generationId, memberId, groupInstanceId } = request;
  if (generationId < 0 && group.state === 'Empty') return ERRORS.NONE;
  if (generationId < 0 && memberId === '' && groupInstanceId === null)
    return isTransactional ? ERRORS.NONE : ERRORS.UNKNOWN_MEMBER_ID;
  const member = group.identify(memberId, groupInstanceId);
  if (typeof member === 'number') return member;
  return generationId === group.generationId ? ERRORS.NONE : ERRORS.ILLEGAL_GENERATION;
}

function store(
  context: GroupContext,
  offsets: readonly OffsetToCommit[],
  refused: number,
  nowMs: number,
  entry: (stored: readonly StoredOffset[]) => Parameters<GroupContext['write']>[0],
): readonly PartitionError[] {
  if (refused !== ERRORS.NONE) return each(offsets, refused);
  const fits = (offset: OffsetToCommit) => offset.metadata.length <= context.settings.maxMetadataLength;
  const stored = offsets.filter(fits).map((offset) => toStored(offset, nowMs));
  const error = stored.length === 0 || context.write(entry(stored)) ? ERRORS.NONE : ERRORS.COORDINATOR_NOT_AVAILABLE;
  return offsets.map((offset) => ({
    topic: offset.topic,
    partition: offset.partition,
    error: fits(offset) ? error : ERRORS.OFFSET_METADATA_TOO_LARGE,
  }));
}

function toStored({ topic, partition, offset, leaderEpoch, metadata }: OffsetToCommit, nowMs: number): StoredOffset {
  return { topic, partition, offset, leaderEpoch, metadata, committedMs: nowMs };
}

/** OffsetFetch: −1 where nothing is committed; UNSTABLE_OFFSET_COMMIT where an open transaction may still change it. */
export function fetchOffsets(context: GroupContext, request: FetchOffsetsRequest): readonly FetchedOffset[] {
  const offsets = context.records.offsetsOf(request.groupId);
  const partitions: readonly PartitionOf[] = request.partitions ?? [...(offsets?.all() ?? [])];
  return partitions.map(({ topic, partition }) => {
    const isUnstable = request.requireStable && offsets?.isPending({ topic, partition }) === true;
    const { offset, leaderEpoch, metadata } =
      (isUnstable ? undefined : offsets?.get({ topic, partition })) ?? NO_OFFSET;
    const error = isUnstable ? ERRORS.UNSTABLE_OFFSET_COMMIT : ERRORS.NONE;
    return { topic, partition, offset, leaderEpoch, metadata, error };
  });
}

const NO_OFFSET = { offset: -1, leaderEpoch: -1, metadata: '' };

/** OffsetDelete: not of a topic that a member consumes, and of no group whose members say nothing of what they consume. */
export function deleteOffsets(
  context: GroupContext,
  groupId: string,
  partitions: readonly PartitionOf[],
): DeleteOffsetsAnswer {
  const group = context.groups.get(groupId);
  if (group === undefined) return { error: ERRORS.GROUP_ID_NOT_FOUND, partitions: [] };
  if (group.state !== 'Empty' && !group.isConsumerGroup) return { error: ERRORS.NON_EMPTY_GROUP, partitions: [] };
  const isConsumed = ({ topic }: PartitionOf) =>
    group.state !== 'Empty' && (group.subscription === undefined || group.subscription.has(topic));
  const free = partitions.filter((each) => !isConsumed(each));
  const wrote = free.length === 0 || context.write({ kind: 'forget-offsets', groupId, partitions: free });
  if (!wrote) return { error: ERRORS.COORDINATOR_NOT_AVAILABLE, partitions: [] };
  const answers = partitions.map((of) => ({
    ...of,
    error: isConsumed(of) ? ERRORS.GROUP_SUBSCRIBED_TO_TOPIC : ERRORS.NONE,
  }));
  context.dropIfUnused(group);
  return { error: ERRORS.NONE, partitions: answers };
}

function each(offsets: readonly PartitionOf[], error: number): readonly PartitionError[] {
  return offsets.map(({ topic, partition }) => ({ topic, partition, error }));
}
