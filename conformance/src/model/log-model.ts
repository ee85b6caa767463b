import { ERRORS } from '@millrace/kafka-wire';

type Entry = {
  /** Null for a marker. */
  readonly value: string | null;
  readonly timestampMs: number;
  /** The transaction that it belongs to. */
  readonly transaction: number | null;
};

type Sent = { readonly first: number; readonly count: number; readonly offset: number };
/** What a partition knows of a producer's current epoch. */
type Known = { next: number; batches: readonly Sent[] };

export type Batch = {
  readonly values: readonly string[];
  readonly timestampMs: number;
  readonly producerId: bigint | null;
  readonly baseSequence: number;
  readonly transaction: number | null;
};

export type Appended = { readonly errorCode: number; readonly baseOffset: number };

const REMEMBERED = 5;

/** What a partition is to its clients: a list. */
export class LogModel {
  readonly #entries: Entry[] = [];
  readonly #open = new Map<number, number>();
  readonly #aborted = new Set<number>();
  readonly #producers = new Map<bigint, Known>();
  start = 0;

  get end(): number {
    return this.#entries.length;
  }

  /** The last stable offset. */
  get stable(): number {
    return Math.max(this.start, Math.min(this.end, ...this.#open.values()));
  }

  knownOf(producerId: bigint): Known | undefined {
    return this.#producers.get(producerId);
  }

  append({ values, timestampMs, producerId, baseSequence, transaction }: Batch): Appended {
    const known = producerId === null ? undefined : this.#producers.get(producerId);
    const repeated = known?.batches.find(({ first, count }) => first === baseSequence && count === values.length);
    if (repeated !== undefined) return { errorCode: ERRORS.NONE, baseOffset: repeated.offset };
    if (known !== undefined && known.next !== baseSequence) {
      return { errorCode: ERRORS.OUT_OF_ORDER_SEQUENCE_NUMBER, baseOffset: -1 };
    }
    const baseOffset = this.end;
    if (transaction !== null && !this.#open.has(transaction)) this.#open.set(transaction, baseOffset);
    for (const value of values) this.#entries.push({ value, timestampMs, transaction });
    if (producerId !== null) {
      const batches = [...(known?.batches ?? []), { first: baseSequence, count: values.length, offset: baseOffset }];
      this.#producers.set(producerId, { next: baseSequence + values.length, batches: batches.slice(-REMEMBERED) });
    }
    return { errorCode: ERRORS.NONE, baseOffset };
  }

  /** The end of a transaction that the partition is in, with or without records. */
  mark(transaction: number, producerId: bigint, isCommit: boolean): void {
    this.#entries.push({ value: null, timestampMs: Number.POSITIVE_INFINITY, transaction });
    if (!isCommit) this.#aborted.add(transaction);
    this.#open.delete(transaction);
    if (!this.#producers.has(producerId)) this.#producers.set(producerId, { next: 0, batches: [] });
  }

  /** A new epoch begins its sequences anew. */
  renew(producerId: bigint): void {
    if (this.#producers.has(producerId)) this.#producers.set(producerId, { next: 0, batches: [] });
  }

  /** What a reader sees from an offset on. */
  read(from: number, committed: boolean): readonly { readonly offset: number; readonly value: string }[] {
    const until = committed ? this.stable : this.end;
    return this.#entries.slice(0, until).flatMap(({ value, transaction }, offset) => {
      const isHidden = committed && transaction !== null && this.#aborted.has(transaction);
      return offset < from || value === null || isHidden ? [] : [{ offset, value }];
    });
  }

  /** The first record or marker of this time or a later one; −1 for none. */
  offsetForTime(timestampMs: number, committed: boolean): number {
    const found = this.#entries.findIndex((entry, at) => at >= this.start && entry.timestampMs >= timestampMs);
    return found < (committed ? this.stable : this.end) ? found : -1;
  }
}
