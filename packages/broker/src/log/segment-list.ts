import type { Segment } from './segment.ts';

/** A log's segments by ascending offset, never none. All but the last, the active one, are closed. */
export class SegmentList {
  #segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  get all(): readonly Segment[] {
    return this.#segments;
  }

  get first(): Segment {
    return this.#segments[0] as Segment;
  }

  get active(): Segment {
    return this.#segments.at(-1) as Segment;
  }

  get closed(): readonly Segment[] {
    return this.#segments.slice(0, -1);
  }

  get sizeBytes(): number {
    return this.#segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** The index of the segment that holds the offset; 0 for one before all. */
  indexOf(offset: number): number {
    let low = 0;
    let high = this.#segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#segments[middle] as Segment).baseOffset <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  push(segment: Segment): void {
    this.#segments = [...this.#segments, segment];
  }

  dropFirst(count: number): void {
    this.#segments = this.#segments.slice(count);
  }

  /** Puts one segment in the place of a run of others. */
  replace(former: readonly Segment[], by: Segment): void {
    const at = this.#segments.indexOf(former[0] as Segment);
    this.#segments = [...this.#segments.slice(0, at), by, ...this.#segments.slice(at + former.length)];
  }
}
