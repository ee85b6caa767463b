/** Event times that a node asked to be woken at, each once; a binary heap. */
export class DeadlineQueue {
  readonly #heap: number[] = [];
  readonly #known = new Set<number>();

  /** +Infinity when there is none. */
  earliest = Number.POSITIVE_INFINITY;

  get size(): number {
    return this.#heap.length;
  }

  add(deadline: number): void {
    if (this.#known.has(deadline)) return;
    this.#known.add(deadline);
    const heap = this.#heap;
    let at = heap.push(deadline) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above] as number) <= deadline) break;
      heap[at] = heap[above] as number;
      at = above;
    }
    heap[at] = deadline;
    this.earliest = heap[0] as number;
  }

  /** Takes the earliest. */
  pop(): number {
    const heap = this.#heap;
    const earliest = heap[0] as number;
    const last = heap.pop() as number;
    if (heap.length > 0) this.#sink(last);
    this.#known.delete(earliest);
    this.earliest = heap[0] ?? Number.POSITIVE_INFINITY;
    return earliest;
  }

  #sink(value: number): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && (heap[below + 1] as number) < (heap[below] as number)) below += 1;
      if ((heap[below] as number) >= value) break;
      heap[at] = heap[below] as number;
      at = below;
    }
    heap[at] = value;
  }
}
