type Pending = { readonly offset: number; readonly order: number };

/** Offsets of one group by partition, and what open transactions hold ready for it. */
export class GroupModel {
  readonly #committed = new Map<number, Pending>();
  readonly #pending = new Map<number, Map<number, Pending>>();
  #orders = 0;

  get exists(): boolean {
    return this.#committed.size > 0 || [...this.#pending.values()].some((offsets) => offsets.size > 0);
  }

  get(partition: number): number {
    return this.#committed.get(partition)?.offset ?? -1;
  }

  isUnstable(partition: number): boolean {
    return [...this.#pending.values()].some((offsets) => offsets.has(partition));
  }

  commit(partition: number, offset: number): void {
    this.#committed.set(partition, { offset, order: ++this.#orders });
  }

  hold(transaction: number, partition: number, offset: number): void {
    const held = this.#pending.get(transaction) ?? new Map<number, Pending>();
    this.#pending.set(transaction, held.set(partition, { offset, order: ++this.#orders }));
  }

  /** Of what was committed later than it was held, the later one stays. */
  complete(transaction: number, isCommit: boolean): void {
    const held = this.#pending.get(transaction) ?? new Map<number, Pending>();
    this.#pending.delete(transaction);
    for (const [partition, pending] of isCommit ? held : []) {
      if (pending.order > (this.#committed.get(partition)?.order ?? 0)) this.#committed.set(partition, pending);
    }
  }

  forget(partition: number): void {
    this.#committed.delete(partition);
    for (const held of this.#pending.values()) held.delete(partition);
  }

  delete(): void {
    this.#committed.clear();
    this.#pending.clear();
  }
}
