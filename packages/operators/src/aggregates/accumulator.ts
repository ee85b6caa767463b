import type { PaneTable } from '@millrace/engine';
import { assert, type Row, type Value } from '@millrace/model';

/**
 * One aggregate at work on accumulator columns of pane tables, `width` of them in a row. It holds no state of its own. A slot whose
 * column is NaN without an entry aside is NULL, and so is every column before `initEmpty` or `init`.
 */
export interface Accumulator {
  readonly width: number;
  /** Makes a slot without rows. */
  initEmpty(table: PaneTable, slot: number): void;
  /** Takes the first row of a slot. */
  init(table: PaneTable, slot: number, row: Row): void;
  /** Takes a further row. */
  add(table: PaneTable, slot: number, row: Row): void;
  /** Takes back a row that was added: the slot is as if it had never come. Only where the input is a changelog. */
  retract(table: PaneTable, slot: number, row: Row): void;
  /** Adds all rows of a slot of another table, which stays as it is. */
  merge(table: PaneTable, slot: number, from: PaneTable, fromSlot: number): void;
  /** The exact result; undefined where there is none within the type or the bounds (X5), and `fault` says why. */
  result(table: PaneTable, slot: number): Value | undefined;
  /** `is beyond BIGINT`: why `result` gave undefined. */
  fault(table: PaneTable, slot: number): string;
}

/** An accumulator whose first row is like any other. */
export function fromEmpty(parts: Omit<Accumulator, 'init'>): Accumulator {
  return {
    ...parts,
    init(table, slot, row) {
      parts.initEmpty(table, slot);
      parts.add(table, slot, row);
    },
  };
}

/** The `retract` of an accumulator for inputs that only add rows. */
export function takesNothingBack(): never {
  assert(false, 'a row is taken back only by accumulators made for a changelog');
}

/** The `fault` of an accumulator that always has a result. */
export function hasNoFault(): never {
  assert(false, 'this aggregate always has a result');
}

/** The exact value of a slot: the column's, or what lies aside of it. */
export function exactValue(table: PaneTable, accumulator: number, slot: number): Value {
  const value = (table.accumulators[accumulator] as Float64Array)[slot] as number;
  return Number.isNaN(value) ? table.aside(accumulator, slot) : value;
}

/** Puts a value in the column where a double can hold it, aside otherwise. */
export function storeExact(table: PaneTable, accumulator: number, slot: number, value: Value): void {
  const column = table.accumulators[accumulator] as Float64Array;
  if (typeof value === 'number' && !Number.isNaN(value)) {
    if (Number.isNaN(column[slot])) table.clearAside(accumulator, slot);
    column[slot] = value;
  } else {
    column[slot] = Number.NaN;
    table.setAside(accumulator, slot, value);
  }
}

/** Adds to a column that counts. */
export function bump(table: PaneTable, accumulator: number, slot: number, by: number): void {
  const counts = table.accumulators[accumulator] as Float64Array;
  counts[slot] = (counts[slot] as number) + by;
}

/** What a column that counts holds. */
export function countAt(table: PaneTable, accumulator: number, slot: number): number {
  return (table.accumulators[accumulator] as Float64Array)[slot] as number;
}
