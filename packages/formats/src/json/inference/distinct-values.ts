/** Fingerprints that are kept at least; the smallest of all. */
const KEPT = 1_024;
const ROOM = 1.5 * KEPT;
const FINGERPRINTS = 2 ** 53;
const SEVERAL_PARTITIONS = -1;
const MULTIPLIERS = [0x9e3779b1, 0x5f356495] as const;

/** How many different values a column had. `exact` up to 1024, estimated to a few percent beyond. */
export type DistinctCount = { readonly count: number; readonly exact: boolean };

/**
 * The different values of a column by fingerprints of 53 bits. The smallest are kept, so that memory is bounded and neither the order of
 * the values nor how they were split between two of these changes anything.
 */
export class DistinctValues {
  /** The partition of each, or SEVERAL_PARTITIONS. */
  readonly #partitions = new Map<number, number>();
  #limit = Number.POSITIVE_INFINITY;

  add(text: string, partition: number): void {
    this.#put(fingerprint(text), partition);
  }

  merge(other: DistinctValues): void {
    for (const [key, partition] of other.#partitions) this.#put(key, partition);
    this.#limit = Math.min(this.#limit, other.#limit);
    this.#prune(KEPT);
  }

  count(): DistinctCount {
    this.#prune(KEPT);
    const kept = this.#partitions.size;
    if (this.#limit === Number.POSITIVE_INFINITY) return { count: kept, exact: true };
    return { count: Math.round(((KEPT - 1) / this.#limit) * FINGERPRINTS), exact: false };
  }

  /** Whether no value came in two partitions, of those that are kept. */
  staysInPartition(): boolean {
    this.#prune(KEPT);
    return ![...this.#partitions.values()].includes(SEVERAL_PARTITIONS);
  }

  #put(key: number, partition: number): void {
    if (key > this.#limit) return;
    const known = this.#partitions.get(key);
    if (known !== undefined && known !== partition) this.#partitions.set(key, SEVERAL_PARTITIONS);
    if (known !== undefined) return;
    this.#partitions.set(key, partition);
    this.#prune(ROOM);
  }

  /** Down to the smallest where there are more than `most`. The limit is the largest that stays; it only falls. */
  #prune(most: number): void {
    if (this.#partitions.size <= most) {
      return;
    }
    const keys = [...this.#partitions.keys()].sort((a, b) => a - b);
    for (const key of keys.slice(KEPT)) this.#partitions.delete(key);
    this.#limit = keys[KEPT - 1] as number;
  }
}

/** Two hashes of 32 bits, of which 53 bits are kept. */
function fingerprint(text: string): number {
  const [high, low] = MULTIPLIERS.map((multiplier) => hash(text, multiplier)) as [number, number];
  return high * 2 ** 21 + (low >>> 11);
}

function hash(text: string, multiplier: number): number {
  let state = multiplier ^ text.length;
  for (let i = 0; i < text.length; i++) {
    state = Math.imul(state ^ text.charCodeAt(i), multiplier);
    state ^= state >>> 15;
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
