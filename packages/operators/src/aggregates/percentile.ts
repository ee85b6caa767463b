import type { PaneTable } from '@millrace/engine';
import {
  addInts,
  type ColumnType,
  compareValues,
  DOUBLE,
  formatType,
  type Int,
  multiplyInts,
  type Row,
  subtractInts,
  type Value,
} from '@millrace/model';
import { type Accumulator, fromEmpty } from './accumulator.ts';
import type { AccumulatorSpec, AggregateFunction } from './aggregate-function.ts';
import { meanOf, meanType } from './average.ts';
import { addDyadics, type Dyadic, dyadicOf, ratioOf, ratioToDouble } from './exact/dyadic.ts';
import { ValueCounts } from './kept/value-counts.ts';

/** As many distinct values as a slot keeps; sorting them takes tens of milliseconds. */
export const MAX_PERCENTILE_VALUES = 100_000;

/** A rank is computed in parts of so many, so that 0.1 is one tenth; `p` has nine digits at most. */
export const PERCENTILE_PARTS = 1_000_000_000;

/** The middle value, or the mean of the two in the middle: the percentile of 0.5. */
export const median: AggregateFunction = { ...percentileFunction('median'), args: {} };

/** The value below which the part `p` of all lies, between two values by proportion (PERCENTILE_CONT). */
export const percentile: AggregateFunction = percentileFunction('percentile');

function percentileFunction(fn: string): AggregateFunction {
  return {
    fn,
    ofIsOptional: false,
    takes: 'INT, BIGINT, DECIMAL and DOUBLE',
    distinct: 'refused',
    args: { p: 'required' },
    resultOf(of) {
      const type = of === null ? null : meanType(of.type);
      return type === null ? null : { type, nullable: true };
    },
    make: (spec) => makePercentile(spec, Math.round((spec.args.p ?? 0.5) * PERCENTILE_PARTS)),
  };
}

/** Every value is kept with its count, and the exact rank is found when the result is asked for. NULLs are skipped (L7). */
function makePercentile(spec: AccumulatorSpec, parts: number): Accumulator {
  const { base, of } = spec;
  const type = spec.type ?? DOUBLE;
  const counts = new ValueCounts(spec, base, type, MAX_PERCENTILE_VALUES);
  return fromEmpty({
    width: ValueCounts.width,
    initEmpty: (table, slot) => counts.initEmpty(table, slot),
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) counts.change(table, slot, value, 1);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) counts.change(table, slot, value, -1);
    },
    merge(table, slot, from, fromSlot) {
      if (counts.isFull(from, fromSlot)) counts.fill(table, slot);
      else counts.forEach(from, fromSlot, (value, count) => counts.change(table, slot, value, count));
    },
    result(table, slot) {
      if (counts.isFull(table, slot)) return undefined;
      const neighbours = neighboursOf(table, slot, counts, parts);
      return neighbours === null ? null : between(neighbours, type);
    },
    fault: (table, slot) =>
      counts.isFull(table, slot)
        ? `has more than ${MAX_PERCENTILE_VALUES} distinct values`
        : `is beyond ${formatType(meanType(type) ?? DOUBLE)}`,
  });
}

/** The values around the rank, and how far it is from the lower one, in parts of the distance. */
type Neighbours = { readonly lower: Int; readonly upper: Int; readonly rest: number };

function neighboursOf(table: PaneTable, slot: number, counts: ValueCounts, parts: number): Neighbours | null {
  const entries: { readonly value: Int; readonly count: number }[] = [];
  let n = 0;
  counts.forEach(table, slot, (value, count) => {
    entries.push({ value: value as Int, count });
    n += count;
  });
  if (n === 0) return null;
  entries.sort((a, b) => compareValues(a.value, b.value));
  const rank = BigInt(parts) * BigInt(n - 1);
  const below = Number(rank / BigInt(PERCENTILE_PARTS));
  let seen = 0;
  let at = 0;
  while (seen + (entries[at] as (typeof entries)[number]).count <= below) seen += entries[at++]?.count ?? 0;
  const { value: lower, count } = entries[at] as (typeof entries)[number];
  const isLast = below + 1 < seen + count || at + 1 === entries.length;
  const upper = isLast ? lower : (entries[at + 1] as (typeof entries)[number]).value;
  return { lower, upper, rest: Number(rank % BigInt(PERCENTILE_PARTS)) };
}

function between({ lower, upper, rest }: Neighbours, type: ColumnType): Value | undefined {
  if (type.kind === 'DOUBLE') {
    return rest === 0 || lower === upper ? lower : betweenDoubles(Number(lower), Number(upper), rest);
  }
  const step = multiplyInts(subtractInts(upper, lower), rest);
  return meanOf(addInts(multiplyInts(lower, PERCENTILE_PARTS), step), PERCENTILE_PARTS, type);
}

/** The double nearest to what lies between; towards NaN and infinities there is only arithmetic. */
function betweenDoubles(lower: number, upper: number, rest: number): number {
  if (!Number.isFinite(lower) || !Number.isFinite(upper)) return lower + upper;
  const { dividend, divisor } = ratioOf(
    addDyadics(times(dyadicOf(lower), PERCENTILE_PARTS - rest), times(dyadicOf(upper), rest)),
  );
  return ratioToDouble(dividend, divisor * BigInt(PERCENTILE_PARTS));
}

function times({ mantissa, exponent }: Dyadic, factor: number): Dyadic {
  return { mantissa: mantissa * BigInt(factor), exponent };
}
