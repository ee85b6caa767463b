import type { PaneTable } from '@millrace/engine';
import { compareValues, isComparable, type Row, type Value } from '@millrace/model';
import { type Accumulator, exactValue, hasNoFault, storeExact, takesNothingBack } from './accumulator.ts';
import type { AccumulatorSpec, AggregateFunction } from './aggregate-function.ts';
import { retractableExtremum } from './retractable-extremum.ts';

/** MIN of anything that has an order; NULLs are skipped, NULL when there is nothing else (L7). */
export const min: AggregateFunction = extremum('min', -1, addToMin);

/** MAX, as {@link min}. */
export const max: AggregateFunction = extremum('max', 1, addToMax);

type Add = (table: PaneTable, accumulator: number, slot: number, value: Value) => void;

function extremum(fn: string, sign: 1 | -1, add: Add): AggregateFunction {
  return {
    fn,
    ofIsOptional: false,
    takes: 'every type that has an order',
    distinct: 'indifferent',
    args: {},
    resultOf: (of) => (of === null || !isComparable(of.type) ? null : { type: of.type, nullable: of.nullable }),
    make: (spec) => (spec.retracts ? retractableExtremum(spec, sign) : growingExtremum(spec, add)),
  };
}

function growingExtremum({ base, of, type }: AccumulatorSpec, addValue: Add): Accumulator {
  const isBoolean = type?.kind === 'BOOLEAN';
  return {
    width: 1,
    initEmpty() {},
    init(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (typeof value === 'number' && !Number.isNaN(value)) {
        (table.accumulators[base] as Float64Array)[slot] = value;
      } else if (value !== null) storeExact(table, base, slot, storable(value));
    },
    add: (table: PaneTable, slot: number, row: Row) => addValue(table, base, slot, row[of] as Value),
    retract: takesNothingBack,
    merge: (table, slot, from, fromSlot) => addValue(table, base, slot, exactValue(from, base, fromSlot)),
    result(table, slot) {
      const value = exactValue(table, base, slot);
      return isBoolean && value !== null ? value === 1 : value;
    },
    fault: hasNoFault,
  };
}

function addToMin(table: PaneTable, accumulator: number, slot: number, value: Value): void {
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
}

function addToMax(table: PaneTable, accumulator: number, slot: number, value: Value): void {
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
