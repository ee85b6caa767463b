import { ERRORS } from '@millrace/kafka-wire';
import type { Journal } from '../journal/journal.ts';
import {
  type InitProducerIdAnswer,
  type InitProducerIdRequest,
  initTransactional,
  noIdentity,
} from './init-transactional.ts';
import type { ProducerIds } from './producer-ids.ts';
import {
  extended,
  hasPartition,
  isPrepared,
  NO_EPOCH,
  NO_PRODUCER_ID,
  newTransaction,
  type ProducerIdentity,
  prepared,
  type Transaction,
  type TransactionPartition,
} from './transaction.ts';
import { TransactionLifecycle } from './transaction-lifecycle.ts';
import { type OutcomeTargets, TransactionOutcomes } from './transaction-outcome.ts';
import { type TransactionEntry, TransactionRecords } from './transaction-records.ts';
import { TRANSACTION_SETTINGS, type TransactionSettings } from './transaction-settings.ts';
import {
  describeTransaction,
  listTransactions,
  type TransactionDescription,
  type TransactionFilter,
  type TransactionListing,
} from './transaction-views.ts';

export type TransactionsOptions = {
  readonly journal: Journal<TransactionEntry>;
  readonly ids: ProducerIds;
  readonly targets: OutcomeTargets;
  readonly settings?: Partial<TransactionSettings>;
  readonly log: (sentence: string) => void;
  /** When what an earlier run decided is carried out. */
  readonly nowMs: number;
};

/** A producer that speaks for a transactional id; where it is null (a batch alone), the producer id says which. */
export type TransactionalProducer = ProducerIdentity & { readonly transactionalId: string | null };

/**
 * The transaction coordinator. An outcome is written before its first marker, and its end after its last; what a kill left between
 * the two is finished by the constructor, what a full disk left by `tick`. A producer of a former epoch gets PRODUCER_FENCED, and
 * COORDINATOR_NOT_AVAILABLE is answered where something cannot be written.
 */
export class Transactions {
  readonly #records: TransactionRecords;
  readonly #lifecycle: TransactionLifecycle;
  readonly #ids: ProducerIds;
  readonly #settings: TransactionSettings;
  readonly #log: (sentence: string) => void;

  constructor({ journal, ids, targets, settings, log, nowMs }: TransactionsOptions) {
    this.#settings = { ...TRANSACTION_SETTINGS, ...settings };
    this.#records = new TransactionRecords(journal);
    this.#lifecycle = new TransactionLifecycle(this.#records, new TransactionOutcomes(targets), this.#settings, log);
    this.#ids = ids;
    this.#log = log;
    this.tick(nowMs);
  }

  initProducerId(request: InitProducerIdRequest, nowMs: number): InitProducerIdAnswer {
    const answer = this.#orUnavailable(() => this.#init(request, nowMs));
    return typeof answer === 'number' ? noIdentity(answer) : answer;
  }

  /** AddPartitionsToTxn: the error of all of them. */
  addPartitions(producer: TransactionalProducer, partitions: readonly TransactionPartition[], nowMs: number): number {
    return this.#extend(producer, partitions, [], nowMs);
  }

  /** AddOffsetsToTxn. */
  addOffsets(producer: TransactionalProducer, groupId: string, nowMs: number): number {
    return groupId === '' ? ERRORS.INVALID_GROUP_ID : this.#extend(producer, [], [groupId], nowMs);
  }

  /** Whether the producer may write to the partition now; INVALID_TXN_STATE where it is not in its open transaction. */
  checkPartition(producer: TransactionalProducer, partition: TransactionPartition): number {
    return this.#check(producer, (transaction) => hasPartition(transaction, partition));
  }

  /** Whether the producer may commit offsets of the group now; INVALID_TXN_STATE where it is not in its open transaction. */
  checkGroup(producer: TransactionalProducer, groupId: string): number {
    return this.#check(producer, ({ groups }) => groups.includes(groupId));
  }

  /** EndTxn: NONE where the outcome is decided for good, by this request or a former one. */
  endTransaction(producer: TransactionalProducer, isCommit: boolean, nowMs: number): number {
    const transaction = this.#ofProducer(producer);
    if (typeof transaction === 'number') return transaction;
    const outcome = isCommit ? 'Commit' : 'Abort';
    const { state } = this.#lifecycle.settle(transaction, nowMs);
    if (state === `Complete${outcome}`) return ERRORS.NONE;
    if (state === `Prepare${outcome}`) return ERRORS.CONCURRENT_TRANSACTIONS;
    if (state !== 'Ongoing') return ERRORS.INVALID_TXN_STATE;
    return this.#orUnavailable(() => {
      this.#lifecycle.decide(prepared(transaction, isCommit, nowMs), nowMs);
      return ERRORS.NONE;
    });
  }

  describe(transactionalIds: readonly string[]): readonly TransactionDescription[] {
    return transactionalIds.map((id) => describeTransaction(id, this.#records.get(id)));
  }

  list(filter: TransactionFilter, nowMs: number): TransactionListing {
    return listTransactions(this.#records.all(), filter, nowMs);
  }

  /** When `tick` has something to do; infinite where nothing waits. */
  nextDeadlineMs(): number {
    return this.#lifecycle.wakeMs;
  }

  /** Finishes what is decided, aborts what has been open for too long, and forgets ids that nobody uses. */
  tick(nowMs: number): void {
    this.#lifecycle.tick(nowMs);
  }

  #init(request: InitProducerIdRequest, nowMs: number): InitProducerIdAnswer {
    const { transactionalId, timeoutMs, producerId, epoch } = request;
    if (transactionalId === null) return { error: ERRORS.NONE, producerId: this.#ids.next(), epoch: 0 };
    if (transactionalId === '' || (producerId === NO_PRODUCER_ID) !== (epoch === NO_EPOCH))
      return noIdentity(ERRORS.INVALID_REQUEST);
    if (timeoutMs <= 0 || timeoutMs > this.#settings.maxTimeoutMs)
      return noIdentity(ERRORS.INVALID_TRANSACTION_TIMEOUT);
    const known = this.#records.get(transactionalId);
    if (known === undefined && this.#records.size >= this.#settings.maxTransactionalIds)
      return noIdentity(ERRORS.POLICY_VIOLATION);
    const transaction = known ?? newTransaction(transactionalId, this.#ids.next());
    return initTransactional(transaction, request, this.#lifecycle, this.#ids, nowMs);
  }

  #extend(
    producer: TransactionalProducer,
    partitions: readonly TransactionPartition[],
    groups: readonly string[],
    nowMs: number,
  ): number {
    const known = this.#ofProducer(producer);
    if (typeof known === 'number') return known;
    const transaction = this.#lifecycle.settle(known, nowMs);
    if (isPrepared(transaction)) return ERRORS.CONCURRENT_TRANSACTIONS;
    const next = extended(transaction, partitions, groups, nowMs);
    if (next.groups.length > this.#settings.maxGroupsPerTransaction) return ERRORS.INVALID_REQUEST;
    return this.#orUnavailable(() => {
      if (next !== transaction) this.#lifecycle.put(next, nowMs);
      return ERRORS.NONE;
    });
  }

  #check(producer: TransactionalProducer, holds: (transaction: Transaction) => boolean): number {
    const transaction = this.#ofProducer(producer);
    if (typeof transaction === 'number') return transaction;
    if (isPrepared(transaction)) return ERRORS.CONCURRENT_TRANSACTIONS;
    return holds(transaction) ? ERRORS.NONE : ERRORS.INVALID_TXN_STATE;
  }

  /** The transaction of a producer that may speak for it, or the error that tells it why it may not. */
  #ofProducer({ transactionalId, producerId, epoch }: TransactionalProducer): Transaction | number {
    if (transactionalId === '') return ERRORS.INVALID_REQUEST;
    const transaction =
      transactionalId === null ? this.#records.ofProducer(producerId) : this.#records.get(transactionalId);
    if (transaction?.producerId !== producerId) return ERRORS.INVALID_PRODUCER_ID_MAPPING;
    return transaction.epoch === epoch ? transaction : ERRORS.PRODUCER_FENCED;
  }

  #orUnavailable<T>(act: () => T): T | number {
    try {
      return act();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log(`The state of transactions cannot be written: ${reason}. Make room in the data folder.`);
      return ERRORS.COORDINATOR_NOT_AVAILABLE;
    }
  }
}
