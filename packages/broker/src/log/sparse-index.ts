const ENTRY_BYTES = 16;

/**
 * Finds in a segment by offset and by time. An entry stands for a batch: its base offset (relative to the segment's), its position,
 * and the largest timestamp of all that lies before it. Entries ascend in all three.
 */
export class SparseIndex {
  #offsets = new Uint32Array(64);
  #positions = new Uint32Array(64);
  #timesBefore = new Float64Array(64);
  #count = 0;

  add(relativeOffset: number, position: number, maxTimestampBefore: number): void {
    if (this.#count === this.#offsets.length) this.#resize(this.#count * 2);
    this.#offsets[this.#count] = relativeOffset;
    this.#positions[this.#count] = position;
    this.#timesBefore[this.#count] = maxTimestampBefore;
    this.#count += 1;
  }

  /** A position at or before the batch that holds the offset. */
  positionOfOffset(relativeOffset: number): number {
    return this.#positionWhere(this.#offsets, (found) => found <= relativeOffset);
  }

  /** A position at or before the first batch with this timestamp or a later one. */
  positionOfTime(timestampMs: number): number {
    return this.#positionWhere(this.#timesBefore, (found) => found < timestampMs);
  }

  encode(): Buffer {
    return Buffer.concat([this.#offsets, this.#positions, this.#timesBefore].map((column) => this.#bytesOf(column)));
  }

  /** What `encode` gave; null for a wrong number of bytes. */
  static decode(bytes: Buffer): SparseIndex | null {
    if (bytes.length % ENTRY_BYTES !== 0) return null;
    const count = bytes.length / ENTRY_BYTES;
    const copy = new Uint8Array(bytes).buffer;
    const index = new SparseIndex();
    index.#resize(Math.max(64, count));
    index.#offsets.set(new Uint32Array(copy, 0, count));
    index.#positions.set(new Uint32Array(copy, count * 4, count));
    index.#timesBefore.set(new Float64Array(copy, count * 8, count));
    index.#count = count;
    return index;
  }

  #bytesOf(column: Uint32Array | Float64Array): Buffer {
    return Buffer.from(column.buffer, 0, this.#count * column.BYTES_PER_ELEMENT);
  }

  /** The position of the last entry of those, at the front, whose value fits; 0 where none does. */
  #positionWhere(column: Uint32Array | Float64Array, fits: (value: number) => boolean): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (fits(column[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : (this.#positions[low - 1] as number);
  }

  #resize(capacity: number): void {
    const grow = <T extends Uint32Array | Float64Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    this.#offsets = grow(new Uint32Array(capacity), this.#offsets);
    this.#positions = grow(new Uint32Array(capacity), this.#positions);
    this.#timesBefore = grow(new Float64Array(capacity), this.#timesBefore);
  }
}
