import type { PaneTable } from '@millrace/engine';
import { addInts, BIGINT, DOUBLE, fitsBigint, type Int, type Row, type Value } from '@millrace/model';
import { type Accumulator, exactValue, storeExact } from './accumulator.ts';
import type { AggregateFunction, AggregateResult } from './aggregate-function.ts';

/** SUM: BIGINT of INT and BIGINT, DOUBLE of DOUBLE; NULLs are skipped, NULL when there is nothing else (L7, X5). */
export const sum: AggregateFunction = {
  fn: 'sum',
  ofIsOptional: false,
  takes: 'INT, BIGINT and DOUBLE',
  resultOf: (of) => resultOfKind(of?.type.kind),
  make: (accumulator, of, type) => (type?.kind === 'DOUBLE' ? sumDoubles(accumulator, of) : sumInts(accumulator, of)),
};

function resultOfKind(kind: string | undefined): AggregateResult | null {
  if (kind === 'INT' || kind === 'BIGINT') return { type: BIGINT, nullable: true };
  return kind === 'DOUBLE' ? { type: DOUBLE, nullable: true } : null;
}

function sumInts(accumulator: number, of: number): Accumulator {
  return {
    init(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (typeof value === 'number') (table.accumulators[accumulator] as Float64Array)[slot] = value;
      else if (value !== null) storeExact(table, accumulator, slot, value);
    },
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (typeof value === 'number') {
        const sums = table.accumulators[accumulator] as Float64Array;
        const total = (sums[slot] as number) + value;
        if (total <= Number.MAX_SAFE_INTEGER && total >= Number.MIN_SAFE_INTEGER) {
          sums[slot] = total;
          return;
        }
      } else if (value === null) return;
      const before = exactValue(table, accumulator, slot);
      storeExact(table, accumulator, slot, before === null ? value : addInts(before as Int, value as Int));
    },
    result: (table, slot) => exactValue(table, accumulator, slot),
    fits: fitsBigint,
  };
}

function sumDoubles(accumulator: number, of: number): Accumulator {
  return {
    init(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) storeExact(table, accumulator, slot, value);
    },
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as number | null;
      if (value === null) return;
      const sums = table.accumulators[accumulator] as Float64Array;
      const total = (sums[slot] as number) + value;
      if (Number.isFinite(total)) sums[slot] = total;
      else storeExact(table, accumulator, slot, addDoubles(exactValue(table, accumulator, slot), value));
    },
    result: (table, slot) => exactValue(table, accumulator, slot),
    fits: () => false,
  };
}

/**
 * A sum of finite doubles beyond the range goes on as a bigint, so that it can come back into it (X5): a double of that size
 * is whole, and a fraction beside it is far below its last digit. Infinities and NaN among the data are values (X2).
 */
function addDoubles(before: Value, value: number): Value {
  if (before === null) return value;
  if (typeof before === 'bigint') return Number.isFinite(value) ? asDouble(before + whole(value)) : value;
  const total = (before as number) + value;
  if (Number.isFinite(total) || !Number.isFinite(before) || !Number.isFinite(value)) return total;
  return asDouble(whole(before as number) + whole(value));
}

function asDouble(exact: bigint): Value {
  const double = Number(exact);
  return Number.isFinite(double) ? double : exact;
}

function whole(value: number): bigint {
  return BigInt(Math.trunc(value));
}
