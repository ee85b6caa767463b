import type { PaneTable } from '@millrace/engine';
import { type ColumnType, INT, type Value } from '@millrace/model';
import { bump, countAt } from '../accumulator.ts';
import type { AccumulatorSpec } from '../aggregate-function.ts';
import { BesidePane } from './beside-pane.ts';

/** The columns of a table beside: how often the value is in the slot, and the entry before it of the same slot. */
const COUNT = 0;
const BEFORE = 1;

/**
 * How often each value is in a slot: one entry beside the pane per slot and value, so that a cut writes what changed and no more. Two
 * accumulator columns of the slot: its newest entry (−1 for none) and how many entries it has. A slot has at most `limit` values, also
 * counting those that were taken back; one more makes it full, and full it stays.
 */
export class ValueCounts {
  static readonly width = 2;
  readonly #base: number;
  readonly #limit: number;
  readonly #isDirect: boolean;
  readonly #beside: BesidePane;
  readonly #keys = new Float64Array(2);

  constructor({ beside }: Pick<AccumulatorSpec, 'beside'>, base: number, type: ColumnType, limit: number) {
    this.#base = base;
    this.#limit = limit;
    this.#isDirect = type.kind !== 'DOUBLE';
    this.#beside = new BesidePane(beside({ keys: [INT, type], accumulators: 2 }));
  }

  initEmpty(pane: PaneTable, slot: number): void {
    (pane.accumulators[this.#base] as Float64Array)[slot] = -1;
    (pane.accumulators[this.#base + 1] as Float64Array)[slot] = 0;
  }

  /** Counts a value `by` times more, or less; gives how often it is there now, null when the slot is full. */
  change(pane: PaneTable, slot: number, value: Value, by: number): number | null {
    if (this.isFull(pane, slot)) return null;
    const table = this.#beside.of(pane);
    this.#keys[0] = slot;
    this.#keys[1] = this.#key(value);
    const entry = table.slotN(this.#keys);
    if (table.fresh) {
      (table.accumulators[COUNT] as Float64Array)[entry] = 0;
      (table.accumulators[BEFORE] as Float64Array)[entry] = countAt(pane, this.#base, slot);
      (pane.accumulators[this.#base] as Float64Array)[slot] = entry;
      bump(pane, this.#base + 1, slot, 1);
    }
    bump(table, COUNT, entry, by);
    table.touch(entry);
    return countAt(table, COUNT, entry);
  }

  /** Whether the slot had more values than it may keep: its counts are not to be used. */
  isFull(pane: PaneTable, slot: number): boolean {
    return countAt(pane, this.#base + 1, slot) > this.#limit;
  }

  /** Gives each value of a slot with its count, the newest first. */
  forEach(pane: PaneTable, slot: number, visit: (value: Value, count: number) => void): void {
    const table = this.#beside.of(pane);
    let entry = countAt(pane, this.#base, slot);
    while (entry >= 0) {
      const count = countAt(table, COUNT, entry);
      const key = (table.keys[1] as Float64Array)[entry] as number;
      const before = countAt(table, BEFORE, entry);
      if (count !== 0) visit(this.#beside.panes.keyValue(1, key), count);
      entry = before;
    }
  }

  /** Makes the slot full, as one of those merged into it is. */
  fill(pane: PaneTable, slot: number): void {
    (pane.accumulators[this.#base + 1] as Float64Array)[slot] = this.#limit + 1;
  }

  #key(value: Value): number {
    return typeof value === 'number' && this.#isDirect ? value : this.#beside.panes.intern(1, value);
  }
}
