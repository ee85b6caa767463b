import type { PaneTable } from '@millrace/engine';
import type { Value } from '@millrace/model';
import { addDyadics, type Dyadic, dyadicOf, dyadicToDouble, ratioOf, ratioToDouble } from './dyadic.ts';

/**
 * An exact sum of doubles in two accumulator columns: their unrounded sum is the total. So a sum does not depend on the order of
 * its terms, merges without loss, and is after a retraction as if the term had never been there. Where two doubles cannot hold it,
 * and where NaN or an infinity is among the terms (X2), the first column has a {@link Wide} aside. NULL is the sum of no terms.
 */
export const DOUBLE_TOTAL_WIDTH = 2;

/** The finite terms' sum, and how often NaN, Infinity and −Infinity are among the terms. */
type Wide = { readonly finite: Dyadic; readonly nans: number; readonly ups: number; readonly downs: number };

const NOTHING: Wide = { finite: { mantissa: 0n, exponent: 0 }, nans: 0, ups: 0, downs: 0 };

/** Begins with 0, the sum of no terms where NULLs are told otherwise. */
export function zeroDouble(table: PaneTable, base: number, slot: number): void {
  (table.accumulators[base] as Float64Array)[slot] = 0;
  (table.accumulators[base + 1] as Float64Array)[slot] = 0;
}

/** Adds a term; both steps below are exact where the last remainder is 0 (Knuth's two-sum). */
export function addDouble(table: PaneTable, base: number, slot: number, term: number): void {
  const highs = table.accumulators[base] as Float64Array;
  const lows = table.accumulators[base + 1] as Float64Array;
  const high = highs[slot] as number;
  const low = lows[slot] as number;
  const sum = high + term;
  const part = sum - high;
  const rest = high - (sum - part) + (term - part);
  const lowSum = low + rest;
  const lowPart = lowSum - low;
  if (low - (lowSum - lowPart) + (rest - lowPart) === 0 && Number.isFinite(sum)) {
    highs[slot] = sum;
    lows[slot] = lowSum;
  } else addElsewhere(table, base, slot, term);
}

/** Takes back a term that was added. */
export function retractDouble(table: PaneTable, base: number, slot: number, term: number): void {
  if (Number.isFinite(term)) addDouble(table, base, slot, -term);
  else storeWide(table, base, slot, plus(wideAt(table, base, slot), special(term, -1)));
}

/** Adds an exact value that need not be a double. */
export function addExactly(table: PaneTable, base: number, slot: number, finite: Dyadic): void {
  storeWide(table, base, slot, plus(wideAt(table, base, slot), { ...NOTHING, finite }));
}

/** Adds the total of a slot of another table. */
export function mergeDoubles(table: PaneTable, base: number, slot: number, from: PaneTable, fromSlot: number): void {
  const high = (from.accumulators[base] as Float64Array)[fromSlot] as number;
  if (!Number.isNaN(high)) {
    addDouble(table, base, slot, high);
    addDouble(table, base, slot, (from.accumulators[base + 1] as Float64Array)[fromSlot] as number);
  } else if (from.aside(base, fromSlot) !== null) {
    storeWide(table, base, slot, plus(wideAt(table, base, slot), wideAt(from, base, fromSlot)));
  }
}

/** The double nearest to the total; null of no terms, undefined where finite terms go beyond the doubles (X2, X5). */
export function doubleTotal(table: PaneTable, base: number, slot: number): number | null | undefined {
  const high = (table.accumulators[base] as Float64Array)[slot] as number;
  if (Number.isNaN(high) && table.aside(base, slot) === null) return null;
  const total = Number.isNaN(high)
    ? dyadicToDouble(wideAt(table, base, slot).finite)
    : high + ((table.accumulators[base + 1] as Float64Array)[slot] as number);
  const other = specialTotal(table, base, slot);
  if (other !== null) return other;
  return Number.isFinite(total) ? total + 0 : undefined;
}

/** The double nearest to the total divided by n, the number of its terms; it may be one where the total is none. */
export function doubleMean(table: PaneTable, base: number, slot: number, n: number): number {
  const special = specialTotal(table, base, slot);
  if (special !== null) return special;
  const low = (table.accumulators[base + 1] as Float64Array)[slot] as number;
  const high = (table.accumulators[base] as Float64Array)[slot] as number;
  if (low === 0 && !Number.isNaN(high)) return high / n + 0;
  const { dividend, divisor } = ratioOf(exactTotal(table, base, slot));
  return ratioToDouble(dividend, divisor * BigInt(n));
}

/** The total of the finite terms, exactly. */
export function exactTotal(table: PaneTable, base: number, slot: number): Dyadic {
  return wideAt(table, base, slot).finite;
}

/** What terms of NaN and infinity make of the total; null where there are none. */
export function specialTotal(table: PaneTable, base: number, slot: number): number | null {
  if (!Number.isNaN((table.accumulators[base] as Float64Array)[slot])) return null;
  const { nans, ups, downs } = wideAt(table, base, slot);
  if (nans > 0 || (ups > 0 && downs > 0)) return Number.NaN;
  if (ups > 0) return Number.POSITIVE_INFINITY;
  return downs > 0 ? Number.NEGATIVE_INFINITY : null;
}

/** The first term, and what two doubles cannot hold. */
function addElsewhere(table: PaneTable, base: number, slot: number, term: number): void {
  const isEmpty = Number.isNaN((table.accumulators[base] as Float64Array)[slot]) && table.aside(base, slot) === null;
  if (isEmpty && Number.isFinite(term)) {
    (table.accumulators[base] as Float64Array)[slot] = term;
    (table.accumulators[base + 1] as Float64Array)[slot] = 0;
    return;
  }
  const added = Number.isFinite(term) ? { ...NOTHING, finite: dyadicOf(term) } : special(term, 1);
  storeWide(table, base, slot, plus(wideAt(table, base, slot), added));
}

function special(term: number, times: number): Wide {
  if (Number.isNaN(term)) return { ...NOTHING, nans: times };
  return term > 0 ? { ...NOTHING, ups: times } : { ...NOTHING, downs: times };
}

function plus(a: Wide, b: Wide): Wide {
  return {
    finite: addDyadics(a.finite, b.finite),
    nans: a.nans + b.nans,
    ups: a.ups + b.ups,
    downs: a.downs + b.downs,
  };
}

function wideAt(table: PaneTable, base: number, slot: number): Wide {
  const high = (table.accumulators[base] as Float64Array)[slot] as number;
  if (!Number.isNaN(high)) {
    const low = (table.accumulators[base + 1] as Float64Array)[slot] as number;
    return { ...NOTHING, finite: addDyadics(dyadicOf(high), dyadicOf(low)) };
  }
  const aside = table.aside(base, slot) as readonly Value[] | null;
  if (aside === null) return NOTHING;
  const [mantissa, exponent, nans, ups, downs] = aside as readonly [bigint, number, number, number, number];
  return { finite: { mantissa, exponent }, nans, ups, downs };
}

function storeWide(table: PaneTable, base: number, slot: number, { finite, nans, ups, downs }: Wide): void {
  (table.accumulators[base + 1] as Float64Array)[slot] = 0;
  table.setAside(base, slot, [finite.mantissa, finite.exponent, nans, ups, downs]);
}
