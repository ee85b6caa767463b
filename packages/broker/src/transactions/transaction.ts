/** What a transactional id is in; names as DescribeTransactions gives them. */
export const TRANSACTION_STATES = [
  'Empty',
  'Ongoing',
  'PrepareCommit',
  'PrepareAbort',
  'CompleteCommit',
  'CompleteAbort',
] as const;

export type TransactionStateName = (typeof TRANSACTION_STATES)[number];

export type TransactionPartition = { readonly topic: string; readonly partition: number };

/** A producer's id and the epoch that tells it from its former selves. */
export type ProducerIdentity = { readonly producerId: bigint; readonly epoch: number };

/** All that the coordinator knows of a transactional id. */
export type Transaction = ProducerIdentity & {
  readonly transactionalId: string;
  /** The id before the last one was exhausted; −1 where there is none. */
  readonly previousProducerId: bigint;
  /** The epoch that asked for the present one; −1 where the present one was given to a newcomer. */
  readonly lastEpoch: number;
  readonly timeoutMs: number;
  readonly state: TransactionStateName;
  /** What the open (or prepared) transaction has written to, and the groups whose offsets it commits; empty where none is open. */
  readonly partitions: readonly TransactionPartition[];
  readonly groups: readonly string[];
  /** When the last transaction began; −1 where none has. */
  readonly startMs: number;
  readonly updatedMs: number;
};

export const NO_EPOCH = -1;
export const NO_PRODUCER_ID = -1n;

/** The last epoch that is given to a producer: one more is left, to fence it. */
const LAST_EPOCH = 32_766;

export function newTransaction(transactionalId: string, producerId: bigint): Transaction {
  return {
    transactionalId,
    producerId,
    epoch: NO_EPOCH,
    previousProducerId: NO_PRODUCER_ID,
    lastEpoch: NO_EPOCH,
    timeoutMs: 0,
    state: 'Empty',
    partitions: [],
    groups: [],
    startMs: -1,
    updatedMs: 0,
  };
}

export function isPrepared({ state }: Transaction): boolean {
  return state === 'PrepareCommit' || state === 'PrepareAbort';
}

export function isEpochExhausted(epoch: number): boolean {
  return epoch >= LAST_EPOCH;
}

/** The transaction goes on, or begins, with more partitions and groups; the same value where it has them. */
export function extended(
  transaction: Transaction,
  partitions: readonly TransactionPartition[],
  groups: readonly string[],
  nowMs: number,
): Transaction {
  const isOpen = transaction.state === 'Ongoing';
  const newPartitions = partitions.filter((each) => !isOpen || !hasPartition(transaction, each));
  const newGroups = groups.filter((groupId) => !isOpen || !transaction.groups.includes(groupId));
  if (isOpen && newPartitions.length + newGroups.length === 0) return transaction;
  return {
    ...transaction,
    state: 'Ongoing',
    partitions: [...(isOpen ? transaction.partitions : []), ...newPartitions],
    groups: [...(isOpen ? transaction.groups : []), ...newGroups],
    startMs: isOpen ? transaction.startMs : nowMs,
    updatedMs: nowMs,
  };
}

export function hasPartition(transaction: Transaction, { topic, partition }: TransactionPartition): boolean {
  return transaction.partitions.some((each) => each.topic === topic && each.partition === partition);
}

/** The outcome is decided. */
export function prepared(transaction: Transaction, isCommit: boolean, nowMs: number): Transaction {
  return { ...transaction, state: isCommit ? 'PrepareCommit' : 'PrepareAbort', updatedMs: nowMs };
}

/** The open transaction is to be aborted, and its producer to hear that it is fenced. */
export function fenced(transaction: Transaction, nowMs: number): Transaction {
  return { ...prepared(transaction, false, nowMs), epoch: transaction.epoch + 1, lastEpoch: NO_EPOCH };
}

/** The outcome has reached all partitions and groups. */
export function completed(transaction: Transaction, nowMs: number): Transaction {
  const state = transaction.state === 'PrepareCommit' ? 'CompleteCommit' : 'CompleteAbort';
  return { ...transaction, state, partitions: [], groups: [], updatedMs: nowMs };
}
