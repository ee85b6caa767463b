import type { PaneTable } from '@millrace/engine';
import type { Row, Value } from '@millrace/model';

/**
 * One aggregate at work on one accumulator column of pane tables. It holds no state of its own. A slot whose column is NaN
 * without an entry aside is NULL, and so is every slot before `init`.
 */
export interface Accumulator {
  /** Takes the first row of a slot. */
  init(table: PaneTable, slot: number, row: Row): void;
  /** Takes a further row. */
  add(table: PaneTable, slot: number, row: Row): void;
  /** The exact result (X5). It may lie beyond the type: then it is a bigint, and {@link Accumulator.fits} says so. */
  result(table: PaneTable, slot: number): Value;
  /** Whether a bigint that `result` gave is a value of the aggregate's type. */
  fits(result: bigint): boolean;
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
