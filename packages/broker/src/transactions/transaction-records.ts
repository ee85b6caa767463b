import type { Journal } from '../journal/journal.ts';
import type { Transaction } from './transaction.ts';

/** What the journal of transactions holds; producer ids are decimals. */
export type TransactionEntry =
  | { readonly kind: 'transaction'; readonly transaction: StoredTransaction }
  | { readonly kind: 'forget'; readonly transactionalId: string };

type StoredTransaction = Omit<Transaction, 'producerId' | 'previousProducerId'> & {
  readonly producerId: string;
  readonly previousProducerId: string;
};

/** Transactional ids as the journal has them. */
export class TransactionRecords {
  readonly #journal: Journal<TransactionEntry>;
  readonly #byId = new Map<string, Transaction>();
  readonly #byProducer = new Map<bigint, string>();

  constructor(journal: Journal<TransactionEntry>) {
    this.#journal = journal;
    journal.start({
      replay: (entry) => this.#apply(entry),
      snapshot: () => [...this.#byId.values()].map(toEntry),
    });
  }

  get size(): number {
    return this.#byId.size;
  }

  get(transactionalId: string): Transaction | undefined {
    return this.#byId.get(transactionalId);
  }

  ofProducer(producerId: bigint): Transaction | undefined {
    return this.#byId.get(this.#byProducer.get(producerId) ?? '');
  }

  all(): readonly Transaction[] {
    return [...this.#byId.values()];
  }

  /** Throws the file system's error where it cannot be written; then nothing has changed. */
  put(transaction: Transaction): void {
    this.#journal.append(toEntry(transaction));
    this.#set(transaction);
  }

  forget(transactionalId: string): void {
    const entry: TransactionEntry = { kind: 'forget', transactionalId };
    this.#journal.append(entry);
    this.#apply(entry);
  }

  /** In fsync mode, what was put outlives a loss of power. */
  flush(): void {
    this.#journal.flush();
  }

  #apply(entry: TransactionEntry): void {
    if (entry.kind === 'transaction') this.#set(fromStored(entry.transaction));
    else this.#remove(entry.transactionalId);
  }

  #set(transaction: Transaction): void {
    this.#remove(transaction.transactionalId);
    this.#byId.set(transaction.transactionalId, transaction);
    this.#byProducer.set(transaction.producerId, transaction.transactionalId);
  }

  #remove(transactionalId: string): void {
    const former = this.#byId.get(transactionalId);
    if (former !== undefined) this.#byProducer.delete(former.producerId);
    this.#byId.delete(transactionalId);
  }
}

function toEntry(transaction: Transaction): TransactionEntry {
  const { producerId, previousProducerId } = transaction;
  const ids = { producerId: String(producerId), previousProducerId: String(previousProducerId) };
  return { kind: 'transaction', transaction: { ...transaction, ...ids } };
}

function fromStored(stored: StoredTransaction): Transaction {
  return {
    ...stored,
    producerId: BigInt(stored.producerId),
    previousProducerId: BigInt(stored.previousProducerId),
  };
}
