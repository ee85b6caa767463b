import type { Journal } from '../journal/journal.ts';

/** All ids below `end` may have been given out; a decimal. */
export type ProducerIdsEntry = { readonly end: string };

const BLOCK = 1000n;

/** Gives out producer ids, each once for ever: a block of them is written as used before its first. */
export class ProducerIds {
  readonly #journal: Journal<ProducerIdsEntry>;
  #next = 0n;
  #end = 0n;

  constructor(journal: Journal<ProducerIdsEntry>) {
    this.#journal = journal;
    journal.start({
      replay: ({ end }) => {
        this.#end = BigInt(end);
      },
      snapshot: () => [{ end: String(this.#end) }],
    });
    this.#next = this.#end;
  }

  /** Throws the file system's error where a new block cannot be written. */
  next(): bigint {
    if (this.#next === this.#end) {
      const end = this.#end + BLOCK;
      this.#journal.append({ end: String(end) });
      this.#end = end;
    }
    const id = this.#next;
    this.#next += 1n;
    return id;
  }
}
