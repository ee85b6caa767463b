import type { Transaction, TransactionPartition } from './transaction.ts';

export type TransactionMarker = TransactionPartition & {
  readonly producerId: bigint;
  readonly epoch: number;
  readonly isCommit: boolean;
};

/** Where the outcome of a transaction has to go. All may be called again for what they have done, and then change nothing. */
export type OutcomeTargets = {
  /** Throws where the marker cannot be written. */
  readonly appendMarker: (marker: TransactionMarker) => 'done' | 'no-such-partition';
  /** The producer's offsets become visible in the groups, or vanish; throws where that cannot be written. */
  readonly completeOffsets: (groupIds: readonly string[], producerId: bigint, isCommit: boolean) => void;
  /** In fsync mode, makes markers and offsets outlive a loss of power; throws where it cannot. */
  readonly flush: () => void;
};

/** Carries decided outcomes to their partitions and groups. */
export class TransactionOutcomes {
  readonly #targets: OutcomeTargets;
  /** Partitions that had no marker yet when the last attempt failed, by transactional id. */
  readonly #left = new Map<string, readonly TransactionPartition[]>();

  constructor(targets: OutcomeTargets) {
    this.#targets = targets;
  }

  /** Brings a prepared transaction's outcome everywhere; throws the first error, having tried every partition that was left. */
  carryOut(transaction: Transaction): void {
    const { producerId, groups } = transaction;
    const isCommit = transaction.state === 'PrepareCommit';
    const failures = this.#appendMarkers(transaction, isCommit);
    if (failures.length > 0) throw failures[0];
    if (groups.length > 0) this.#targets.completeOffsets(groups, producerId, isCommit);
    this.#targets.flush();
  }

  /** The outcome is known to have been carried out. */
  done({ transactionalId }: Transaction): void {
    this.#left.delete(transactionalId);
  }

  #appendMarkers({ transactionalId, producerId, epoch, partitions }: Transaction, isCommit: boolean): unknown[] {
    const left: TransactionPartition[] = [];
    const failures: unknown[] = [];
    for (const { topic, partition } of this.#left.get(transactionalId) ?? partitions) {
      try {
        this.#targets.appendMarker({ topic, partition, producerId, epoch, isCommit });
      } catch (error) {
        left.push({ topic, partition });
        failures.push(error);
      }
    }
    this.#left.set(transactionalId, left);
    return failures;
  }
}
