/** A way of sharing work that a member knows (an assignor), and what it says of itself for it. */
export type Protocol = { readonly name: string; readonly metadata: Uint8Array };

export type JoinRequest = {
  readonly groupId: string;
  /** Empty for a member that has no id yet. */
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  readonly sessionTimeoutMs: number;
  readonly rebalanceTimeoutMs: number;
  readonly protocolType: string;
  readonly protocols: readonly Protocol[];
  /** JoinGroup from version 4 on: a dynamic member learns its id first, and joins with it. */
  readonly requireKnownMemberId: boolean;
  /** JoinGroup from version 9 on: a returning static leader can be told not to assign. */
  readonly supportSkippingAssignment: boolean;
};

export type JoinAnswer = {
  readonly error: number;
  readonly generationId: number;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  /** The leader's member id; empty where there is none. */
  readonly leader: string;
  readonly skipAssignment: boolean;
  readonly memberId: string;
  /** Only for the leader. */
  readonly members: readonly JoinedMember[];
};

export type JoinedMember = {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly metadata: Uint8Array;
};

/** Who speaks, and as of which generation; `groupInstanceId` only of a static member. */
export type MemberRequest = {
  readonly groupId: string;
  readonly generationId: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
};

export type SyncRequest = MemberRequest & {
  /** Both from version 5 on, null before. */
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly assignments: readonly { readonly memberId: string; readonly assignment: Uint8Array }[];
};

export type SyncAnswer = {
  readonly error: number;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly assignment: Uint8Array;
};

export type LeavingMember = { readonly memberId: string; readonly groupInstanceId: string | null };

export type LeaveRequest = { readonly groupId: string; readonly members: readonly LeavingMember[] };

export type LeaveAnswer = {
  readonly error: number;
  readonly members: readonly (LeavingMember & { readonly error: number })[];
};

export type PartitionOf = { readonly topic: string; readonly partition: number };

export type PartitionError = PartitionOf & { readonly error: number };

export type CommittedOffset = {
  readonly offset: number;
  /** −1 where none was given. */
  readonly leaderEpoch: number;
  readonly metadata: string;
};

export type OffsetToCommit = PartitionOf & CommittedOffset;

export type CommitRequest = MemberRequest & { readonly offsets: readonly OffsetToCommit[] };

export type TransactionalCommitRequest = CommitRequest & {
  readonly producerId: bigint;
  readonly producerEpoch: number;
};

export type FetchOffsetsRequest = {
  readonly groupId: string;
  /** Null asks for all that the group has. */
  readonly partitions: readonly PartitionOf[] | null;
  readonly requireStable: boolean;
};

export type FetchedOffset = PartitionOf & CommittedOffset & { readonly error: number };

export type DeleteOffsetsAnswer = { readonly error: number; readonly partitions: readonly PartitionError[] };

export type GroupStateName = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable';

export type GroupOverview = {
  readonly groupId: string;
  readonly protocolType: string;
  readonly state: GroupStateName;
};

export type GroupDescription = GroupOverview & {
  /** The protocol that was chosen; empty unless Stable. */
  readonly protocolName: string;
  readonly members: readonly MemberDescription[];
};

export type MemberDescription = {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  /** Empty unless the group is Stable. */
  readonly metadata: Uint8Array;
  readonly assignment: Uint8Array;
};
