import type { PaneTable } from '@millrace/engine';
import { compareValues, type Row, type Value } from '@millrace/model';
import { type Accumulator, exactValue, storeExact } from './accumulator.ts';
import type { AggregateFunction } from './aggregate-function.ts';

/** MIN of anything that has an order; NULLs are skipped, NULL when there is nothing else (L7). */
export const min: AggregateFunction = extremum('min', makeMin);

/** MAX, as {@link min}. */
export const max: AggregateFunction = extremum('max', makeMax);

function extremum(fn: string, make: (accumulator: number, of: number) => Accumulator): AggregateFunction {
  return {
    fn,
    ofIsOptional: false,
    takes: 'every type but BYTES',
    resultOf: (of) => (of === null || of.type.kind === 'BYTES' ? null : { type: of.type, nullable: of.nullable }),
    make: (accumulator, of, type) =>
      type?.kind === 'BOOLEAN' ? asBoolean(make(accumulator, of), accumulator) : make(accumulator, of),
  };
}

function makeMin(accumulator: number, of: number): Accumulator {
  return {
    init: (table, slot, row) => initExtremum(table, accumulator, slot, row[of] as Value),
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (typeof value === 'number') {
        const column = table.accumulators[accumulator] as Float64Array;
        const before = column[slot] as number;
        if (value >= before) return;
        if (value < before) {
          column[slot] = value;
          return;
        }
      } else if (value === null) return;
      addAside(table, accumulator, slot, value, -1);
    },
    result: (table, slot) => exactValue(table, accumulator, slot),
    fits: () => true,
  };
}

function makeMax(accumulator: number, of: number): Accumulator {
  return {
    init: (table, slot, row) => initExtremum(table, accumulator, slot, row[of] as Value),
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (typeof value === 'number') {
        const column = table.accumulators[accumulator] as Float64Array;
        const before = column[slot] as number;
        if (value <= before) return;
        if (value > before) {
          column[slot] = value;
          return;
        }
      } else if (value === null) return;
      addAside(table, accumulator, slot, value, 1);
    },
    result: (table, slot) => exactValue(table, accumulator, slot),
    fits: () => true,
  };
}

function initExtremum(table: PaneTable, accumulator: number, slot: number, value: Value): void {
  if (typeof value === 'number' && !Number.isNaN(value)) {
    (table.accumulators[accumulator] as Float64Array)[slot] = value;
  } else if (value !== null) storeExact(table, accumulator, slot, storable(value));
}

function addAside(table: PaneTable, accumulator: number, slot: number, added: Value, sign: 1 | -1): void {
  const value = storable(added);
  const before = exactValue(table, accumulator, slot);
  if (before !== null && compareValues(value, before) * sign <= 0) return;
  storeExact(table, accumulator, slot, value);
}

/** Booleans stand as 0 and 1 in the column. */
function storable(value: Value): Value {
  return typeof value === 'boolean' ? Number(value) : value;
}

function asBoolean(accumulator: Accumulator, index: number): Accumulator {
  return {
    ...accumulator,
    result(table, slot) {
      const value = exactValue(table, index, slot);
      return value === null ? null : value === 1;
    },
  };
}
