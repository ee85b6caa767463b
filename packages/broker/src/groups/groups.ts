import { ERRORS } from '@millrace/kafka-wire';
import type { Journal } from '../journal/journal.ts';
import { Group } from './group.ts';
import { GroupContext } from './group-context.ts';
import type { GroupEntry } from './group-entries.ts';
import { expireInGroup, expireOffsets, groupDeadlineMs } from './group-expiry.ts';
import { GroupRecords } from './group-records.ts';
import type {
  CommitRequest,
  DeleteOffsetsAnswer,
  FetchedOffset,
  FetchOffsetsRequest,
  GroupDescription,
  GroupOverview,
  JoinAnswer,
  JoinRequest,
  LeaveAnswer,
  LeaveRequest,
  MemberRequest,
  PartitionError,
  PartitionOf,
  SyncAnswer,
  SyncRequest,
  TransactionalCommitRequest,
} from './group-requests.ts';
import { GROUP_SETTINGS, type GroupSettings } from './group-settings.ts';
import { joinGroup } from './join-group.ts';
import type { Answer } from './member.ts';
import { heartbeat, leaveGroup } from './membership.ts';
import { commitOffsets, commitTransactionalOffsets, deleteOffsets, fetchOffsets } from './offsets.ts';
import { restoredGroup } from './stored-group.ts';
import { syncGroup } from './sync-group.ts';

export type GroupsOptions = {
  readonly journal: Journal<GroupEntry>;
  readonly settings?: Partial<GroupSettings>;
  /** A unique id that begins with what is given. */
  readonly newMemberId: (prefix: string) => string;
  readonly log: (sentence: string) => void;
  /** When the groups of an earlier run go on. */
  readonly nowMs: number;
};

/**
 * The group coordinator, classic protocol, as data. Each `answer` is called exactly once, at once or from a later call; it must not
 * call back in. What an answer promises is in the journal before it is given. After a restart members go on in their generation.
 */
export class Groups {
  readonly #context: GroupContext;
  #nextRetentionCheckMs: number;

  constructor({ journal, settings, newMemberId, log, nowMs }: GroupsOptions) {
    const records = new GroupRecords(journal);
    this.#context = new GroupContext({ ...GROUP_SETTINGS, ...settings }, records, newMemberId, log);
    for (const stored of records.storedGroups()) this.#context.groups.set(stored.groupId, restoredGroup(stored, nowMs));
    for (const groupId of records.groupsWithOffsets())
      if (!this.#context.groups.has(groupId)) this.#context.groups.set(groupId, new Group(groupId));
    this.#nextRetentionCheckMs = nowMs + this.#context.settings.offsetsRetentionCheckMs;
    this.#findWake();
  }

  join(request: JoinRequest, nowMs: number, answer: Answer<JoinAnswer>): void {
    joinGroup(this.#context, request, nowMs, answer);
  }

  sync(request: SyncRequest, nowMs: number, answer: Answer<SyncAnswer>): void {
    syncGroup(this.#context, request, nowMs, answer);
  }

  heartbeat(request: MemberRequest, nowMs: number): number {
    return heartbeat(this.#context, request, nowMs);
  }

  leave(request: LeaveRequest, nowMs: number): LeaveAnswer {
    return leaveGroup(this.#context, request, nowMs);
  }

  commitOffsets(request: CommitRequest, nowMs: number): readonly PartitionError[] {
    return commitOffsets(this.#context, request, nowMs);
  }

  /** Whether the producer may commit for the group in its transaction is for the transaction coordinator to say, before. */
  commitTransactionalOffsets(request: TransactionalCommitRequest, nowMs: number): readonly PartitionError[] {
    return commitTransactionalOffsets(this.#context, request, nowMs);
  }

  /** What a transaction committed becomes visible or vanishes; nothing happens the second time. Throws where it cannot be written. */
  completeTransaction(producerId: bigint, isCommit: boolean): void {
    const id = String(producerId);
    const { records, groups } = this.#context;
    if (!records.hasPendingOf(id)) return;
    records.write({ kind: 'complete', producerId: id, isCommit });
    // What vanished may have been all that a group had.
    if (!isCommit) for (const group of [...groups.values()]) this.#context.dropIfUnused(group);
  }

  fetchOffsets(request: FetchOffsetsRequest): readonly FetchedOffset[] {
    return fetchOffsets(this.#context, request);
  }

  deleteOffsets(groupId: string, partitions: readonly PartitionOf[]): DeleteOffsetsAnswer {
    return deleteOffsets(this.#context, groupId, partitions);
  }

  /** Of the states named (in any case), or of all where none is. */
  list(states: readonly string[]): readonly GroupOverview[] {
    const wanted = new Set(states.map((state) => state.toLowerCase()));
    return [...this.#context.groups.values()]
      .filter(({ state }) => wanted.size === 0 || wanted.has(state.toLowerCase()))
      .map(overview);
  }

  /** Undefined where there is no such group. */
  describe(groupId: string): GroupDescription | undefined {
    const group = this.#context.groups.get(groupId);
    return group === undefined ? undefined : description(group);
  }

  /** The error of each group, in their order. */
  deleteGroups(groupIds: readonly string[]): readonly number[] {
    return groupIds.map((groupId) => this.#deleteGroup(groupId));
  }

  /** Forgets all offsets of a topic: to be called before the topic goes. Throws where that cannot be written. */
  topicDeleted(topic: string): void {
    const { records } = this.#context;
    if (records.hasOffsetsOfTopic(topic)) records.write({ kind: 'forget-topic', topic });
  }

  /** When `tick` has something to do; infinite where nothing waits. */
  nextDeadlineMs(): number {
    const { wakeMs, groups } = this.#context;
    return groups.size === 0 ? wakeMs : Math.min(wakeMs, this.#nextRetentionCheckMs);
  }

  tick(nowMs: number): void {
    if (nowMs >= this.#nextRetentionCheckMs) this.#expireOffsets(nowMs);
    if (nowMs < this.#context.wakeMs) return;
    for (const group of [...this.#context.groups.values()]) expireInGroup(this.#context, group, nowMs);
    this.#findWake();
  }

  #findWake(): void {
    let wakeMs = Number.POSITIVE_INFINITY;
    for (const group of this.#context.groups.values()) wakeMs = Math.min(wakeMs, groupDeadlineMs(group));
    this.#context.wakeMs = wakeMs;
  }

  #expireOffsets(nowMs: number): void {
    this.#nextRetentionCheckMs = nowMs + this.#context.settings.offsetsRetentionCheckMs;
    for (const group of [...this.#context.groups.values()]) expireOffsets(this.#context, group, nowMs);
  }

  #deleteGroup(groupId: string): number {
    const group = this.#context.groups.get(groupId);
    if (group === undefined) return ERRORS.GROUP_ID_NOT_FOUND;
    if (group.state !== 'Empty') return ERRORS.NON_EMPTY_GROUP;
    if (this.#context.records.has(groupId) && !this.#context.write({ kind: 'forget-group', groupId }))
      return ERRORS.COORDINATOR_NOT_AVAILABLE;
    this.#context.groups.delete(groupId);
    return ERRORS.NONE;
  }
}

function overview({ groupId, protocolType, state }: Group): GroupOverview {
  return { groupId, protocolType: protocolType ?? '', state };
}

function description(group: Group): GroupDescription {
  const isStable = group.state === 'Stable';
  const members = [...group.members.values()].map((member) => ({
    memberId: member.memberId,
    groupInstanceId: member.groupInstanceId,
    clientId: member.clientId,
    clientHost: member.clientHost,
    metadata: isStable ? member.metadataFor(group.protocolName) : new Uint8Array(),
    assignment: isStable ? member.assignment : new Uint8Array(),
  }));
  return { ...overview(group), protocolName: isStable ? (group.protocolName ?? '') : '', members };
}
