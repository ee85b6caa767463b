import type { PaneTable } from '@millrace/engine';
import { BIGINT, type Row } from '@millrace/model';
import type { Accumulator } from './accumulator.ts';
import type { AggregateFunction } from './aggregate-function.ts';

/** COUNT: rows, or with `of` rows in which the column is not NULL (L7). Never NULL. */
export const count: AggregateFunction = {
  fn: 'count',
  ofIsOptional: true,
  takes: 'any type',
  resultOf: () => ({ type: BIGINT, nullable: false }),
  make: (accumulator, of) => (of < 0 ? countRows(accumulator) : countValues(accumulator, of)),
};

/** COUNT(*). */
export function countRows(accumulator: number): Accumulator {
  return {
    init(table, slot) {
      (table.accumulators[accumulator] as Float64Array)[slot] = 1;
    },
    add(table, slot) {
      const counts = table.accumulators[accumulator] as Float64Array;
      counts[slot] = (counts[slot] as number) + 1;
    },
    result: (table, slot) => countOf(table, accumulator, slot),
    fits: () => true,
  };
}

function countValues(accumulator: number, of: number): Accumulator {
  return {
    init(table: PaneTable, slot: number, row: Row) {
      (table.accumulators[accumulator] as Float64Array)[slot] = row[of] === null ? 0 : 1;
    },
    add(table: PaneTable, slot: number, row: Row) {
      if (row[of] === null) return;
      const counts = table.accumulators[accumulator] as Float64Array;
      counts[slot] = (counts[slot] as number) + 1;
    },
    result: (table, slot) => countOf(table, accumulator, slot),
    fits: () => true,
  };
}

function countOf(table: PaneTable, accumulator: number, slot: number): number {
  return (table.accumulators[accumulator] as Float64Array)[slot] as number;
}
