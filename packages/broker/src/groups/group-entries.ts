import type { CommittedOffset, PartitionOf } from './group-requests.ts';

/** What the journal of groups holds; bytes are base64. */
export type GroupEntry =
  | { readonly kind: 'group'; readonly group: StoredGroup }
  | { readonly kind: 'commit'; readonly groupId: string; readonly offsets: readonly StoredOffset[] }
  | PendingEntry
  | { readonly kind: 'complete'; readonly producerId: string; readonly isCommit: boolean }
  | { readonly kind: 'forget-offsets'; readonly groupId: string; readonly partitions: readonly PartitionOf[] }
  | { readonly kind: 'forget-group'; readonly groupId: string }
  | { readonly kind: 'forget-topic'; readonly topic: string };

/** Offsets that a transaction commits; `isOvertaken` (in snapshots): a later commit holds whatever becomes of it. */
export type PendingEntry = {
  readonly kind: 'pending';
  readonly groupId: string;
  readonly producerId: string;
  readonly offsets: readonly StoredOffset[];
  readonly isOvertaken?: boolean;
};

export type StoredOffset = PartitionOf & CommittedOffset & { readonly committedMs: number };

export type StoredGroup = {
  readonly groupId: string;
  readonly generationId: number;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly leader: string | null;
  readonly emptySinceMs: number | null;
  readonly members: readonly StoredMember[];
};

export type StoredMember = {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  readonly sessionTimeoutMs: number;
  readonly rebalanceTimeoutMs: number;
  /** For the protocol that was chosen. */
  readonly metadata: string;
  readonly assignment: string;
};
