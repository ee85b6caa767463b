/** An aborted transaction of one producer: its first data and its marker. */
export type AbortedRange = {
  readonly producerId: bigint;
  readonly firstOffset: number;
  /** The marker's offset. */
  readonly lastOffset: number;
  /** The last stable offset once the marker was written: transactions that ended later began here or behind. */
  readonly lastStableOffset: number;
};

/** The aborted transactions of a log, in the order of their markers. */
export class AbortedRanges {
  #ranges: AbortedRange[] = [];

  add(range: AbortedRange): void {
    this.#ranges.push(range);
  }

  /** Those with an offset in [from, until). */
  overlapping(from: number, until: number): AbortedRange[] {
    const found: AbortedRange[] = [];
    for (let i = this.#firstEndingAt(from); i < this.#ranges.length; i++) {
      const range = this.#ranges[i] as AbortedRange;
      if (range.firstOffset < until) found.push(range);
      if (range.lastStableOffset >= until) break;
    }
    return found;
  }

  /** Those whose marker lies in [from, until). */
  endingIn(from: number, until: number): AbortedRange[] {
    return this.#ranges.slice(this.#firstEndingAt(from), this.#firstEndingAt(until));
  }

  dropEndingBelow(offset: number): void {
    this.#ranges = this.#ranges.slice(this.#firstEndingAt(offset));
  }

  /** Forgets those whose marker lies in [from, until) and that are no longer needed. */
  dropEndingIn(from: number, until: number, isNeedless: (range: AbortedRange) => boolean): void {
    this.#ranges = this.#ranges.filter(
      (range) => range.lastOffset < from || range.lastOffset >= until || !isNeedless(range),
    );
  }

  #firstEndingAt(offset: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ranges[middle] as AbortedRange).lastOffset < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
