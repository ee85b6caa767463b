import type { PaneTable } from '@millrace/engine';
import { BIGINT, type Row } from '@millrace/model';
import { type Accumulator, bump, countAt, hasNoFault } from './accumulator.ts';
import type { AggregateFunction } from './aggregate-function.ts';

/** COUNT: rows, or with `of` rows in which the column is not NULL (L7). Never NULL. */
export const count: AggregateFunction = {
  fn: 'count',
  ofIsOptional: true,
  takes: 'any type',
  distinct: 'matters',
  args: {},
  resultOf: () => ({ type: BIGINT, nullable: false }),
  make: ({ base, of }) => (of < 0 ? countRows(base) : countValues(base, of)),
};

/** COUNT(*). */
export function countRows(base: number): Accumulator {
  return {
    ...countsOf(base),
    init(table, slot) {
      (table.accumulators[base] as Float64Array)[slot] = 1;
    },
    add: (table, slot) => bump(table, base, slot, 1),
    retract: (table, slot) => bump(table, base, slot, -1),
  };
}

function countValues(base: number, of: number): Accumulator {
  return {
    ...countsOf(base),
    init(table: PaneTable, slot: number, row: Row) {
      (table.accumulators[base] as Float64Array)[slot] = row[of] === null ? 0 : 1;
    },
    add(table: PaneTable, slot: number, row: Row) {
      if (row[of] !== null) bump(table, base, slot, 1);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      if (row[of] !== null) bump(table, base, slot, -1);
    },
  };
}

function countsOf(base: number): Omit<Accumulator, 'init' | 'add' | 'retract'> {
  return {
    width: 1,
    initEmpty(table, slot) {
      (table.accumulators[base] as Float64Array)[slot] = 0;
    },
    merge: (table, slot, from, fromSlot) => bump(table, base, slot, countAt(from, base, fromSlot)),
    result: (table, slot) => countAt(table, base, slot),
    fault: hasNoFault,
  };
}
