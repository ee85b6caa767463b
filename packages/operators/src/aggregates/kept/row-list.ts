import type { PaneTable } from '@millrace/engine';
import { compareValues, INT, type Value } from '@millrace/model';
import { bump, countAt, exactValue, storeExact } from '../accumulator.ts';
import type { AccumulatorSpec } from '../aggregate-function.ts';
import { BesidePane } from './beside-pane.ts';
import { compareOrders, ORDER_WIDTH, orderAt, type RowOrder, storeOrder } from './row-order.ts';

/** The columns of a table beside: the value, its order, and the entry before it in its chain. */
const VALUE = 0;
const ORDER = 1;
const BEFORE = ORDER + ORDER_WIDTH;

/** What a list holds of one row. */
export type ListedRow = { readonly value: Value; readonly order: RowOrder };

/** How much a slot keeps: values, and characters of texts and bytes. */
export type ListBounds = { readonly values: number; readonly size: number };

/**
 * A value of each row of a slot: one entry beside the pane per row, so that a cut writes what changed and no more. Five accumulator
 * columns of the slot: the newest entry in use and the newest free one (−1 for none), how many entries it has, how many of them are in
 * use, and their size. One row beyond the bounds makes it full, and full it stays.
 */
export class RowList {
  static readonly width = 5;
  readonly #base: number;
  readonly #bounds: ListBounds;
  readonly #beside: BesidePane;
  readonly #keys = new Float64Array(2);

  constructor({ beside }: Pick<AccumulatorSpec, 'beside'>, base: number, bounds: ListBounds) {
    this.#base = base;
    this.#bounds = bounds;
    this.#beside = new BesidePane(beside({ keys: [INT, INT], accumulators: BEFORE + 1 }));
  }

  initEmpty(pane: PaneTable, slot: number): void {
    this.#set(pane, slot, NEWEST, -1);
    this.#set(pane, slot, FREE, -1);
    for (const column of [ENTRIES, USED, SIZE]) this.#set(pane, slot, column, 0);
  }

  add(pane: PaneTable, slot: number, value: Value, order: RowOrder): void {
    if (this.isFull(pane, slot)) return;
    bump(pane, this.#base + USED, slot, 1);
    bump(pane, this.#base + SIZE, slot, sizeOf(value));
    if (this.isFull(pane, slot)) return;
    const table = this.#beside.of(pane);
    const entry = this.#freeEntry(pane, slot, table);
    storeExact(table, VALUE, entry, value);
    storeOrder(table, ORDER, entry, order);
    this.#link(pane, slot, table, entry, NEWEST);
  }

  /** Takes back one row of this value and time, the newest of several. */
  retract(pane: PaneTable, slot: number, value: Value, time: RowOrder['time']): void {
    if (this.isFull(pane, slot)) return;
    const table = this.#beside.of(pane);
    let after = -1;
    let entry = this.#get(pane, slot, NEWEST);
    while (entry >= 0 && !isRow(table, entry, value, time)) {
      after = entry;
      entry = countAt(table, BEFORE, entry);
    }
    if (entry < 0) return;
    const before = countAt(table, BEFORE, entry);
    if (after < 0) this.#set(pane, slot, NEWEST, before);
    else this.#setBefore(table, after, before);
    this.#link(pane, slot, table, entry, FREE);
    bump(pane, this.#base + USED, slot, -1);
    bump(pane, this.#base + SIZE, slot, -sizeOf(value));
  }

  merge(pane: PaneTable, slot: number, from: PaneTable, fromSlot: number): void {
    if (this.isFull(from, fromSlot)) this.#set(pane, slot, USED, this.#bounds.values + 1);
    else for (const { value, order } of this.rows(from, fromSlot)) this.add(pane, slot, value, order);
  }

  /** Whether a row went beyond the bounds: what the list holds is not to be used. */
  isFull(pane: PaneTable, slot: number): boolean {
    return this.#get(pane, slot, USED) > this.#bounds.values || this.#get(pane, slot, SIZE) > this.#bounds.size;
  }

  /** The rows of a slot in their order (J6). */
  rows(pane: PaneTable, slot: number): readonly ListedRow[] {
    const table = this.#beside.of(pane);
    const rows: ListedRow[] = [];
    for (let entry = this.#get(pane, slot, NEWEST); entry >= 0; entry = countAt(table, BEFORE, entry)) {
      rows.push({ value: exactValue(table, VALUE, entry), order: orderAt(table, ORDER, entry) });
    }
    return rows.reverse().sort((a, b) => compareOrders(a.order, b.order));
  }

  /** An entry that was given back, or a new one. */
  #freeEntry(pane: PaneTable, slot: number, table: PaneTable): number {
    const free = this.#get(pane, slot, FREE);
    if (free >= 0) {
      this.#set(pane, slot, FREE, countAt(table, BEFORE, free));
      return free;
    }
    this.#keys[0] = slot;
    this.#keys[1] = this.#get(pane, slot, ENTRIES);
    bump(pane, this.#base + ENTRIES, slot, 1);
    return table.slotN(this.#keys);
  }

  /** Puts an entry at the head of the chain that the column holds. */
  #link(pane: PaneTable, slot: number, table: PaneTable, entry: number, head: number): void {
    this.#setBefore(table, entry, this.#get(pane, slot, head));
    this.#set(pane, slot, head, entry);
  }

  #setBefore(table: PaneTable, entry: number, before: number): void {
    (table.accumulators[BEFORE] as Float64Array)[entry] = before;
    table.touch(entry);
  }

  #get(pane: PaneTable, slot: number, column: number): number {
    return countAt(pane, this.#base + column, slot);
  }

  #set(pane: PaneTable, slot: number, column: number, value: number): void {
    (pane.accumulators[this.#base + column] as Float64Array)[slot] = value;
  }
}

/** The columns of a slot. */
const NEWEST = 0;
const FREE = 1;
const ENTRIES = 2;
const USED = 3;
const SIZE = 4;

function isRow(table: PaneTable, entry: number, value: Value, time: RowOrder['time']): boolean {
  const listed = exactValue(table, VALUE, entry);
  if (exactValue(table, ORDER, entry) !== time) return false;
  return value === null || listed === null ? value === listed : compareValues(listed, value) === 0;
}

/** Characters of texts, bytes, and of lists what their elements have. */
function sizeOf(value: Value): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return value.reduce((size: number, element) => size + sizeOf(element), 0);
}
