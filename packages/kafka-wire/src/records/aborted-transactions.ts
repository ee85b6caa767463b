/** One entry of a fetch response's list: a producer's aborted transaction that begins at `firstOffset`. */
export type AbortedTransaction = { readonly producerId: bigint; readonly firstOffset: number };

/**
 * Tells, while batches are walked in order, which belong to an aborted transaction. Several producers may interleave and one
 * producer may have several entries; an entry is over when the producer's control batch comes.
 */
export class AbortedTransactions {
  readonly #byOffset: readonly AbortedTransaction[];
  readonly #open = new Set<bigint>();
  #next = 0;

  constructor(list: readonly AbortedTransaction[]) {
    this.#byOffset = [...list].sort((a, b) => a.firstOffset - b.firstOffset);
  }

  /** Whether a transactional batch that ends at `lastOffset` is aborted. */
  contains(producerId: bigint, lastOffset: number): boolean {
    this.#advance(lastOffset);
    return this.#open.has(producerId);
  }

  /** A control batch of the producer at `offset` has ended its transaction. */
  ended(producerId: bigint, offset: number): void {
    this.#advance(offset);
    this.#open.delete(producerId);
  }

  #advance(offset: number): void {
    for (
      let entry = this.#byOffset[this.#next];
      entry !== undefined && entry.firstOffset <= offset;
      entry = this.#byOffset[this.#next]
    ) {
      this.#open.add(entry.producerId);
      this.#next += 1;
    }
  }
}
