import type { ReadRecord } from '../bench.ts';

/** `topic/partition` */
export type Place = `${string}/${number}`;

/** A record that was sent; its value is its own. `offset` is null until an answer told it. */
export type SentRecord = {
  readonly place: Place;
  readonly value: string;
  readonly writer: string;
  /** Of this writer, in the order of sending. */
  readonly number: number;
  readonly transaction: SentTransaction | null;
  offset: number | null;
};

/** `committing`: it was asked for and not answered; whether it holds is for the log to say. */
export type SentTransaction = {
  readonly name: string;
  readonly transactionalId: string;
  readonly timeoutMs: number;
  /** Before its first request, milliseconds since 1970. */
  readonly beganMs: number;
  readonly records: SentRecord[];
  outcome: 'open' | 'committing' | 'committed' | 'aborted';
  /** What it commits for the group, where it does. */
  groupOffset: number | null;
};

/** What the producers know: what they sent, what was answered, and what readers saw at which offset. */
export class Ledger {
  readonly transactions: SentTransaction[] = [];
  readonly #records = new Map<Place, Map<string, SentRecord>>();
  readonly #seen = new Map<Place, Map<number, string>>();
  readonly #batches = new Map<Place, Map<number, string>>();
  #numbers = 0;
  #answers = 0;
  #moment = Number.POSITIVE_INFINITY;
  #act: () => void = () => {};

  /** How often a producer was answered. */
  get answers(): number {
    return this.#answers;
  }

  /** Calls when so many answers are there; at once when they are. */
  atAnswer(answers: number, act: () => void): void {
    this.#moment = answers;
    this.#act = act;
    this.#pass(0);
  }

  /** A producer was answered. */
  answered(): void {
    this.#pass(1);
  }

  sends(place: Place, writer: string, transaction: SentTransaction | null = null): SentRecord {
    const number = this.#numbers++;
    const record: SentRecord = { place, value: `${writer} ${number}`, writer, number, transaction, offset: null };
    this.recordsOf(place).set(record.value, record);
    transaction?.records.push(record);
    return record;
  }

  /** The records of one batch were answered. */
  acknowledges(records: readonly SentRecord[], baseOffset: number): void {
    records.forEach((record, i) => {
      record.offset = baseOffset + i;
    });
    this.answered();
  }

  begins(transaction: Pick<SentTransaction, 'name' | 'transactionalId' | 'timeoutMs' | 'beganMs'>): SentTransaction {
    const begun: SentTransaction = { ...transaction, records: [], outcome: 'open', groupOffset: null };
    this.transactions.push(begun);
    return begun;
  }

  /** By their values. */
  recordsOf(place: Place): Map<string, SentRecord> {
    return entryOf(this.#records, place);
  }

  get places(): readonly Place[] {
    return [...this.#records.keys()];
  }

  /** Remembers what stands at which offset. Throws where something else stood there before. */
  sees(place: Place, records: readonly ReadRecord[]): void {
    const seen = this.seenAt(place);
    for (const { offset, value } of records) noteSame(seen, offset, value ?? '', place);
  }

  /** Remembers batches, markers too, by their first offsets. Throws where another stood there before, or where one is gone. */
  seesBatches(place: Place, batches: ReadonlyMap<number, string>): void {
    const seen = entryOf(this.#batches, place);
    for (const [offset, hash] of seen) {
      if (!batches.has(offset)) throw new Error(`The batch ${hash} at ${offset} of ${place} is gone.`);
    }
    for (const [offset, hash] of batches) noteSame(seen, offset, hash, place);
  }

  /** Values by their offsets, of everything that a reader ever saw there. */
  seenAt(place: Place): Map<number, string> {
    return entryOf(this.#seen, place);
  }

  #pass(more: number): void {
    this.#answers += more;
    if (this.#answers < this.#moment) return;
    this.#moment = Number.POSITIVE_INFINITY;
    this.#act();
  }
}

function entryOf<K, V>(all: Map<Place, Map<K, V>>, place: Place): Map<K, V> {
  const known = all.get(place) ?? new Map<K, V>();
  all.set(place, known);
  return known;
}

function noteSame(seen: Map<number, string>, offset: number, found: string, place: Place): void {
  const before = seen.get(offset);
  if (before !== undefined && before !== found) {
    throw new Error(`Offset ${offset} of ${place} held "${before}" and now holds "${found}".`);
  }
  seen.set(offset, found);
}
