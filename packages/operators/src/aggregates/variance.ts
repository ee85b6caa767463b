import type { PaneTable } from '@millrace/engine';
import { type ColumnType, DOUBLE, type Int, type Row } from '@millrace/model';
import { type Accumulator, bump, countAt, fromEmpty } from './accumulator.ts';
import type { AccumulatorSpec, AggregateFunction } from './aggregate-function.ts';
import {
  addDouble,
  addExactly,
  DOUBLE_TOTAL_WIDTH,
  exactTotal,
  mergeDoubles,
  retractDouble,
  specialTotal,
  zeroDouble,
} from './exact/double-total.ts';
import { addDyadics, type Dyadic, dyadicOf, ratioOf, ratioToDouble, rootOfRatio, squareOf } from './exact/dyadic.ts';
import { squareInTwo } from './exact/square-in-two.ts';

/** The spread of all values: the divisor is n. */
export const varPop: AggregateFunction = spread('var_pop', 0, ratioToDouble);
/** The spread estimated from a sample: the divisor is n − 1; NULL of a single value. */
export const varSamp: AggregateFunction = spread('var_samp', 1, ratioToDouble);
export const stddevPop: AggregateFunction = spread('stddev_pop', 0, rootOfRatio);
export const stddevSamp: AggregateFunction = spread('stddev_samp', 1, rootOfRatio);

function spread(fn: string, degrees: 0 | 1, finish: (dividend: bigint, divisor: bigint) => number): AggregateFunction {
  return {
    fn,
    ofIsOptional: false,
    takes: 'INT, BIGINT, DECIMAL and DOUBLE',
    distinct: 'matters',
    args: {},
    resultOf: (of) => (of !== null && isNumeric(of.type) ? { type: DOUBLE, nullable: true } : null),
    make: (spec) => makeSpread(spec, degrees, finish),
  };
}

function isNumeric({ kind }: ColumnType): boolean {
  return kind === 'INT' || kind === 'BIGINT' || kind === 'DECIMAL' || kind === 'DOUBLE';
}

/**
 * Columns: how many values, the exact total of the values, that of their squares. Nothing is rounded before the result, so no offset
 * of the values, however large, costs a digit. NULLs are skipped (L7); NaN and infinities give NaN.
 */
function makeSpread(
  { base, of, type }: AccumulatorSpec,
  degrees: 0 | 1,
  finish: (dividend: bigint, divisor: bigint) => number,
): Accumulator {
  const values = base + 1;
  const squares = values + DOUBLE_TOTAL_WIDTH;
  const unit = type?.kind === 'DECIMAL' ? 10n ** BigInt(2 * type.scale) : 1n;
  return fromEmpty({
    width: 1 + 2 * DOUBLE_TOTAL_WIDTH,
    initEmpty(table, slot) {
      (table.accumulators[base] as Float64Array)[slot] = 0;
      zeroDouble(table, values, slot);
      zeroDouble(table, squares, slot);
    },
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Int | null;
      if (value === null) return;
      bump(table, base, slot, 1);
      addTerm(table, values, squares, slot, value, 1);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Int | null;
      if (value === null) return;
      bump(table, base, slot, -1);
      addTerm(table, values, squares, slot, value, -1);
    },
    merge(table, slot, from, fromSlot) {
      bump(table, base, slot, countAt(from, base, fromSlot));
      mergeDoubles(table, values, slot, from, fromSlot);
      mergeDoubles(table, squares, slot, from, fromSlot);
    },
    result(table, slot) {
      const n = countAt(table, base, slot);
      if (n <= degrees) return null;
      if (specialTotal(table, values, slot) !== null) return Number.NaN;
      const { dividend, divisor } = ratioOf(squaredDeviations(table, values, squares, slot, n));
      if (dividend === 0n) return 0;
      const result = finish(dividend, divisor * BigInt(n) * BigInt(n - degrees) * unit);
      return Number.isFinite(result) ? result : undefined;
    },
    fault: () => 'is beyond DOUBLE',
  });
}

/** n · Σx² − (Σx)², exactly: n times the sum of the squared deviations from the mean. */
function squaredDeviations(table: PaneTable, values: number, squares: number, slot: number, n: number): Dyadic {
  const { mantissa, exponent } = exactTotal(table, squares, slot);
  const square = squareOf(exactTotal(table, values, slot));
  return addDyadics({ mantissa: mantissa * BigInt(n), exponent }, { ...square, mantissa: -square.mantissa });
}

/** Adds a value and its square to the totals, or with sign −1 takes them back. */
function addTerm(table: PaneTable, values: number, squares: number, slot: number, value: Int, sign: 1 | -1): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    if (sign === 1) addDouble(table, values, slot, value);
    else retractDouble(table, values, slot, value);
    return;
  }
  const parts = typeof value === 'number' ? squareInTwo(value) : null;
  if (parts === null) {
    const exact = typeof value === 'number' ? dyadicOf(value) : { mantissa: value, exponent: 0 };
    addExactly(table, values, slot, { ...exact, mantissa: exact.mantissa * BigInt(sign) });
    const square = squareOf(exact);
    addExactly(table, squares, slot, { ...square, mantissa: square.mantissa * BigInt(sign) });
    return;
  }
  addDouble(table, values, slot, sign * (value as number));
  addDouble(table, squares, slot, sign * parts.high);
  addDouble(table, squares, slot, sign * parts.low);
}
