import { completed, fenced, isPrepared, type Transaction } from './transaction.ts';
import type { TransactionOutcomes } from './transaction-outcome.ts';
import type { TransactionRecords } from './transaction-records.ts';
import type { TransactionSettings } from './transaction-settings.ts';

/** Moves transactions on: outcomes that are decided, and what time does to those that nobody ends. */
export class TransactionLifecycle {
  readonly #records: TransactionRecords;
  readonly #outcomes: TransactionOutcomes;
  readonly #settings: TransactionSettings;
  readonly #log: (sentence: string) => void;
  /** No deadline lies before this. */
  #wakeMs = Number.NEGATIVE_INFINITY;

  constructor(
    records: TransactionRecords,
    outcomes: TransactionOutcomes,
    settings: TransactionSettings,
    log: (sentence: string) => void,
  ) {
    this.#records = records;
    this.#outcomes = outcomes;
    this.#settings = settings;
    this.#log = log;
  }

  get wakeMs(): number {
    return this.#wakeMs;
  }

  /** Throws where it cannot be written; then nothing has changed. */
  put(transaction: Transaction, nowMs: number): void {
    this.#records.put(transaction);
    this.#schedule(transaction, nowMs);
  }

  /** Writes an outcome, and carries it out as far as it can be now. Throws where the outcome is not decided for good. */
  decide(transaction: Transaction, nowMs: number): Transaction {
    this.put(transaction, nowMs);
    this.#records.flush();
    return this.settle(transaction, nowMs);
  }

  /** The transaction, its outcome carried out if it has one and it can be; otherwise the reason is in the log. */
  settle(transaction: Transaction, nowMs: number): Transaction {
    if (!isPrepared(transaction)) return transaction;
    this.#attempt(`The outcome of ${transaction.transactionalId}`, () => {
      this.#records.flush();
      this.#outcomes.carryOut(transaction);
      this.put(completed(transaction, nowMs), nowMs);
      this.#outcomes.done(transaction);
    });
    return this.#records.get(transaction.transactionalId) ?? transaction;
  }

  tick(nowMs: number): void {
    if (nowMs < this.#wakeMs) return;
    this.#wakeMs = Number.POSITIVE_INFINITY;
    for (const transaction of this.#records.all()) {
      if (isPrepared(transaction)) this.settle(transaction, nowMs);
      else if (nowMs >= this.#deadlineMs(transaction)) this.#expire(transaction, nowMs);
      const now = this.#records.get(transaction.transactionalId);
      if (now !== undefined) this.#schedule(now, nowMs);
    }
  }

  #expire(transaction: Transaction, nowMs: number): void {
    const { transactionalId, state } = transaction;
    this.#attempt(`The end of ${transactionalId}`, () => {
      if (state === 'Ongoing') this.decide(fenced(transaction, nowMs), nowMs);
      else this.#records.forget(transactionalId);
    });
  }

  /** Where it cannot be done, the reason is in the log. */
  #attempt(what: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log(`${what} cannot be written: ${reason}. It is tried again; make room in the data folder.`);
    }
  }

  #deadlineMs({ state, startMs, timeoutMs, updatedMs }: Transaction): number {
    return state === 'Ongoing' ? startMs + timeoutMs : updatedMs + this.#settings.idExpirationMs;
  }

  #schedule(transaction: Transaction, nowMs: number): void {
    const retryMs = nowMs + this.#settings.retryMs;
    const dueMs = isPrepared(transaction) ? retryMs : this.#deadlineMs(transaction);
    this.#wakeMs = Math.min(this.#wakeMs, dueMs <= nowMs ? retryMs : dueMs);
  }
}
