import { ERRORS } from '@millrace/kafka-wire';
import { subscribedTopics } from './consumer-subscription.ts';
import type { GroupStateName, JoinedMember, Protocol } from './group-requests.ts';
import type { Member } from './member.ts';
import { chooseProtocol, commonProtocols } from './protocol-choice.ts';

/** What a group that prepares a rebalance waits for until `deadlineMs`. */
export type Preparation = {
  readonly deadlineMs: number;
  /** A group that was empty waits for its first members in slices of the initial delay; this is what may follow. */
  readonly initialRestMs?: number;
};

/** The consumer protocol's type: the only one whose metadata a coordinator reads. */
const CONSUMER = 'consumer';

/** A group's membership: who is in it, in which generation, and what it waits for. */
export class Group {
  readonly groupId: string;
  state: GroupStateName = 'Empty';
  generationId = 0;
  protocolType: string | null = null;
  protocolName: string | null = null;
  /** Who leads the generation; it may have left while the next is prepared. */
  leader: string | null = null;
  /** In the order in which they came. */
  readonly members = new Map<string, Member>();
  /** Ids that were handed out and not yet joined with, and until when they may be. */
  readonly pendingMembers = new Map<string, number>();
  /** Members that have not yet asked for the assignment of this generation, until `syncDeadlineMs`. */
  readonly pendingSync = new Set<string>();
  syncDeadlineMs = Number.POSITIVE_INFINITY;
  preparation: Preparation | undefined;
  /** A member came while the first rebalance was being prepared. */
  newMemberAdded = false;
  /** Since when it has no members. */
  emptySinceMs: number | null = null;
  /** Topics that the members of this generation consume; undefined where that cannot be known. */
  subscription: ReadonlySet<string> | undefined;

  constructor(groupId: string) {
    this.groupId = groupId;
  }

  get isConsumerGroup(): boolean {
    return this.protocolType === CONSUMER;
  }

  add(member: Member, protocolType: string): void {
    if (this.members.size === 0) this.protocolType = protocolType;
    this.members.set(member.memberId, member);
    this.pendingMembers.delete(member.memberId);
  }

  /** What the member waits for is answered with UNKNOWN_MEMBER_ID. */
  remove(memberId: string): void {
    const member = this.members.get(memberId);
    this.members.delete(memberId);
    this.pendingMembers.delete(memberId);
    this.pendingSync.delete(memberId);
    member?.dismiss(ERRORS.UNKNOWN_MEMBER_ID, '');
  }

  /** A static member that came back takes the place of what it was; whoever still speaks as that is fenced. */
  replaceStatic(member: Member, newMemberId: string): void {
    const formerId = member.memberId;
    member.dismiss(ERRORS.FENCED_INSTANCE_ID, formerId);
    this.members.delete(formerId);
    member.memberId = newMemberId;
    this.members.set(newMemberId, member);
    if (this.leader === formerId) this.leader = newMemberId;
    if (this.pendingSync.delete(formerId)) this.pendingSync.add(newMemberId);
  }

  staticMember(groupInstanceId: string | null): Member | undefined {
    if (groupInstanceId === null) return undefined;
    return this.#find((member) => member.groupInstanceId === groupInstanceId);
  }

  /** The member that speaks, or the error that tells it why it may not. */
  identify(memberId: string, groupInstanceId: string | null): Member | number {
    if (groupInstanceId !== null) {
      const known = this.staticMember(groupInstanceId);
      if (known === undefined) return ERRORS.UNKNOWN_MEMBER_ID;
      if (known.memberId !== memberId) return ERRORS.FENCED_INSTANCE_ID;
    }
    return this.members.get(memberId) ?? ERRORS.UNKNOWN_MEMBER_ID;
  }

  supports(protocolType: string, protocols: readonly Protocol[]): boolean {
    if (this.members.size === 0) return protocolType !== '' && protocols.length > 0;
    const common = commonProtocols([...this.members.values()].map((member) => member.protocols));
    return this.protocolType === protocolType && protocols.some(({ name }) => common.has(name));
  }

  /** The protocol of the next generation; `changed` speaks with other protocols than it did. */
  chooseProtocol(changed?: Member, protocols: readonly Protocol[] = []): string | null {
    const preferences = [...this.members.values()].map((member) => (member === changed ? protocols : member.protocols));
    return chooseProtocol(preferences) ?? null;
  }

  get rebalanceTimeoutMs(): number {
    return Math.max(0, ...[...this.members.values()].map((member) => member.rebalanceTimeoutMs));
  }

  get hasAllJoined(): boolean {
    return this.pendingMembers.size === 0 && this.#find((member) => !member.awaitsJoin) === undefined;
  }

  /** Makes one that has joined the leader, the former one if it has; false where none has joined. */
  electJoinedLeader(): boolean {
    if (this.leader !== null && this.members.get(this.leader)?.awaitsJoin) return true;
    const joined = this.#find((member) => member.awaitsJoin);
    if (joined !== undefined) this.leader = joined.memberId;
    return joined !== undefined;
  }

  joinedMembers(): readonly JoinedMember[] {
    return [...this.members.values()].map((member) => ({
      memberId: member.memberId,
      groupInstanceId: member.groupInstanceId,
      metadata: member.metadataFor(this.protocolName),
    }));
  }

  readSubscription(): void {
    this.subscription = this.isConsumerGroup ? this.#subscribedTopics() : undefined;
  }

  #subscribedTopics(): ReadonlySet<string> | undefined {
    const topics = new Set<string>();
    for (const member of this.members.values()) {
      const subscribed = subscribedTopics(member.metadataFor(this.protocolName));
      if (subscribed === undefined) return undefined;
      for (const topic of subscribed) topics.add(topic);
    }
    return topics;
  }

  #find(holds: (member: Member) => boolean): Member | undefined {
    for (const member of this.members.values()) if (holds(member)) return member;
    return undefined;
  }
}
