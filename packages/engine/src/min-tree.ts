/**
 * The least of some numbers that change one at a time: a tournament tree, so that a change costs one comparison for each doubling
 * of their count. Of equal numbers the one with the lowest place is first.
 */
export class MinTree {
  readonly #values: Float64Array;
  /** A power of two. */
  readonly #leaves: number;
  /** By node, the root is 1 and the leaves are last: the place of the least number below. */
  readonly #winners: Int32Array;

  /** All numbers are `initial` at first. */
  constructor(count: number, initial: number) {
    let leaves = 1;
    while (leaves < count) leaves *= 2;
    this.#leaves = leaves;
    this.#values = new Float64Array(leaves).fill(Number.POSITIVE_INFINITY).fill(initial, 0, count);
    this.#winners = new Int32Array(2 * leaves);
    for (let place = 0; place < leaves; place++) this.#winners[leaves + place] = place;
    for (let place = leaves - 1; place >= 0; place--) this.set(place, this.#values[place] as number);
  }

  /** The place of the least number. */
  get first(): number {
    return this.#winners[1] as number;
  }

  get least(): number {
    return this.#values[this.#winners[1] as number] as number;
  }

  get(place: number): number {
    return this.#values[place] as number;
  }

  set(place: number, value: number): void {
    const values = this.#values;
    const winners = this.#winners;
    values[place] = value;
    for (let node = (this.#leaves + place) >> 1; node > 0; node >>= 1) {
      const left = winners[2 * node] as number;
      const right = winners[2 * node + 1] as number;
      winners[node] = (values[right] as number) < (values[left] as number) ? right : left;
    }
  }
}
