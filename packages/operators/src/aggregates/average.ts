import type { PaneTable } from '@millrace/engine';
import {
  type ColumnType,
  canonicalInt,
  DOUBLE,
  decimal,
  divideHalfUp,
  fitsDecimal,
  formatType,
  type Int,
  type Row,
  rescale,
  subtractInts,
  type Value,
} from '@millrace/model';
import { type Accumulator, bump, countAt, exactValue, fromEmpty, hasNoFault } from './accumulator.ts';
import type { AccumulatorSpec, AggregateFunction } from './aggregate-function.ts';
import {
  addDouble,
  DOUBLE_TOTAL_WIDTH,
  doubleMean,
  mergeDoubles,
  retractDouble,
  zeroDouble,
} from './exact/double-total.ts';
import { ratioToDouble } from './exact/dyadic.ts';
import { addInt } from './sum.ts';

/** AVG: DOUBLE of integers and of DOUBLE, DECIMAL(38, max(s, 6)) of DECIMAL(p, s) (X5); NULLs are skipped (L7). */
export const avg: AggregateFunction = {
  fn: 'avg',
  ofIsOptional: false,
  takes: 'INT, BIGINT, DECIMAL and DOUBLE',
  distinct: 'matters',
  args: {},
  resultOf(of) {
    const type = of === null ? null : meanType(of.type);
    return type === null ? null : { type, nullable: true };
  },
  make: (spec) => (spec.type?.kind === 'DOUBLE' ? averageDoubles(spec) : averageInts(spec)),
};

/** The type of a mean or a median. */
export function meanType(type: ColumnType): ColumnType | null {
  if (type.kind === 'DECIMAL') return decimal(38, Math.max(type.scale, 6));
  return type.kind === 'INT' || type.kind === 'BIGINT' || type.kind === 'DOUBLE' ? DOUBLE : null;
}

/** dividend / divisor of a column's integers as a value of the {@link meanType}; undefined beyond it. */
export function meanOf(dividend: Int, divisor: Int, type: ColumnType): Value | undefined {
  if (type.kind !== 'DECIMAL') {
    return typeof dividend === 'number' && typeof divisor === 'number'
      ? dividend / divisor
      : ratioToDouble(BigInt(dividend), BigInt(divisor));
  }
  const raised = rescale(dividend, type.scale, Math.max(type.scale, 6));
  const mean = canonicalInt(divideHalfUp(BigInt(raised), BigInt(divisor)));
  return fitsDecimal(mean, 38) ? mean : undefined;
}

/** Columns: the exact total, how many values. */
function averageInts({ base, of, type }: AccumulatorSpec): Accumulator {
  const columnType = type ?? DOUBLE;
  const counter = base + 1;
  return fromEmpty({
    width: 2,
    initEmpty(table, slot) {
      (table.accumulators[base] as Float64Array)[slot] = 0;
      (table.accumulators[counter] as Float64Array)[slot] = 0;
    },
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Int | null;
      if (value === null) return;
      addInt(table, base, slot, value);
      bump(table, counter, slot, 1);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Int | null;
      if (value === null) return;
      addInt(table, base, slot, subtractInts(0, value));
      bump(table, counter, slot, -1);
    },
    merge(table, slot, from, fromSlot) {
      addInt(table, base, slot, exactValue(from, base, fromSlot) as Int);
      bump(table, counter, slot, countAt(from, counter, fromSlot));
    },
    result(table, slot) {
      const n = countAt(table, counter, slot);
      return n === 0 ? null : meanOf(exactValue(table, base, slot) as Int, n, columnType);
    },
    fault: () => `is beyond ${formatType(meanType(columnType) ?? DOUBLE)}`,
  });
}

/** Columns: the exact total, how many values. The mean of doubles is a double, also where their sum is none. */
function averageDoubles({ base, of }: AccumulatorSpec): Accumulator {
  const counter = base + DOUBLE_TOTAL_WIDTH;
  return fromEmpty({
    width: DOUBLE_TOTAL_WIDTH + 1,
    initEmpty(table, slot) {
      zeroDouble(table, base, slot);
      (table.accumulators[counter] as Float64Array)[slot] = 0;
    },
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as number | null;
      if (value === null) return;
      addDouble(table, base, slot, value);
      bump(table, counter, slot, 1);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as number | null;
      if (value === null) return;
      retractDouble(table, base, slot, value);
      bump(table, counter, slot, -1);
    },
    merge(table, slot, from, fromSlot) {
      mergeDoubles(table, base, slot, from, fromSlot);
      bump(table, counter, slot, countAt(from, counter, fromSlot));
    },
    result(table, slot) {
      const n = countAt(table, counter, slot);
      return n === 0 ? null : doubleMean(table, base, slot, n);
    },
    fault: hasNoFault,
  });
}
