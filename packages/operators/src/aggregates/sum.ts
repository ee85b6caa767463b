import type { PaneTable } from '@millrace/engine';
import {
  addInts,
  BIGINT,
  type ColumnType,
  DOUBLE,
  decimal,
  fitsBigint,
  fitsDecimal,
  formatType,
  type Int,
  type Row,
  subtractInts,
  type Value,
} from '@millrace/model';
import { type Accumulator, exactValue, fromEmpty, storeExact } from './accumulator.ts';
import type { AccumulatorSpec, AggregateFunction } from './aggregate-function.ts';
import { addDouble, DOUBLE_TOTAL_WIDTH, doubleTotal, mergeDoubles, retractDouble } from './exact/double-total.ts';
import { nullWithoutValues } from './null-without-values.ts';

/**
 * SUM: BIGINT of INT and BIGINT, DECIMAL(38, s) of DECIMAL(p, s), DOUBLE of DOUBLE; NULLs are skipped, NULL when there is nothing
 * else (L7, X5).
 */
export const sum: AggregateFunction = {
  fn: 'sum',
  ofIsOptional: false,
  takes: 'INT, BIGINT, DECIMAL and DOUBLE',
  distinct: 'matters',
  args: {},
  resultOf(of) {
    const type = of === null ? null : sumType(of.type);
    return type === null ? null : { type, nullable: true };
  },
  make(spec) {
    const make = spec.type?.kind === 'DOUBLE' ? sumDoubles : sumInts;
    return spec.retracts ? nullWithoutValues(spec, make) : make(spec);
  },
};

function sumType(type: ColumnType): ColumnType | null {
  if (type.kind === 'INT' || type.kind === 'BIGINT') return BIGINT;
  if (type.kind === 'DECIMAL') return decimal(38, type.scale);
  return type.kind === 'DOUBLE' ? DOUBLE : null;
}

/** The sum of canonical integers, DECIMALs among them. */
function sumInts({ base, of, type }: AccumulatorSpec): Accumulator {
  const result = sumType(type ?? BIGINT) ?? BIGINT;
  const fits = result.kind === 'DECIMAL' ? (sum: Int) => fitsDecimal(sum, 38) : fitsBigint;
  return {
    width: 1,
    initEmpty() {},
    init(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (typeof value === 'number') (table.accumulators[base] as Float64Array)[slot] = value;
      else if (value !== null) storeExact(table, base, slot, value);
    },
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (typeof value === 'number') {
        const sums = table.accumulators[base] as Float64Array;
        const total = (sums[slot] as number) + value;
        if (total <= Number.MAX_SAFE_INTEGER && total >= Number.MIN_SAFE_INTEGER) {
          sums[slot] = total;
          return;
        }
      } else if (value === null) return;
      addInt(table, base, slot, value as Int);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Int | null;
      if (value !== null) addInt(table, base, slot, subtractInts(0, value));
    },
    merge(table, slot, from, fromSlot) {
      const total = exactValue(from, base, fromSlot) as Int | null;
      if (total !== null) addInt(table, base, slot, total);
    },
    result(table, slot) {
      const total = exactValue(table, base, slot);
      return typeof total !== 'bigint' || fits(total) ? total : undefined;
    },
    fault: () => `is beyond ${formatType(result)}`,
  };
}

/** Adds to a sum of canonical integers; NULL is the sum of none. */
export function addInt(table: PaneTable, accumulator: number, slot: number, value: Int): void {
  const before = exactValue(table, accumulator, slot) as Int | null;
  storeExact(table, accumulator, slot, before === null ? value : addInts(before, value));
}

function sumDoubles({ base, of }: AccumulatorSpec): Accumulator {
  return fromEmpty({
    width: DOUBLE_TOTAL_WIDTH,
    initEmpty() {},
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as number | null;
      if (value !== null) addDouble(table, base, slot, value);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as number | null;
      if (value !== null) retractDouble(table, base, slot, value);
    },
    merge: (table, slot, from, fromSlot) => mergeDoubles(table, base, slot, from, fromSlot),
    result: (table, slot) => doubleTotal(table, base, slot),
    fault: () => 'is beyond DOUBLE',
  });
}
