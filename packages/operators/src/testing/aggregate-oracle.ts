import { type ColumnType, canonicalInt, type Int, type Value } from '@millrace/model';
import { over, plus, type Rational, rationalOf, roundedHalfUp, times, ZERO } from './rational.ts';

/** What an aggregate must give for a multiset of rows, from the whole list of them and without rounding on the way. */

/** A row in the order of J6, and its value. */
export type OracleInput = { readonly time: number; readonly offset: number; readonly value: Value };

export type OracleCall = {
  readonly fn: string;
  readonly type: ColumnType;
  readonly distinct?: boolean;
  readonly p?: number;
  readonly separator?: string;
};

/** A value; the double nearest to a number or to its square root; nothing within the type. */
export type OracleAnswer =
  | { readonly value: Value }
  | { readonly nearest: Rational }
  | { readonly rootOf: Rational }
  | 'fault';

export function aggregateOracle(call: OracleCall, rows: readonly OracleInput[]): OracleAnswer {
  const ordered = rows.toSorted((a, b) => a.time - b.time || a.offset - b.offset).map(({ value }) => value);
  const present = ordered.filter((value) => value !== null);
  const values = call.distinct === true ? unlike(present) : present;
  if (call.fn === 'count') return { value: values.length };
  if (call.fn === 'collect') return { value: ordered.length === 0 ? null : ordered };
  if (values.length === 0) return { value: null };
  switch (call.fn) {
    case 'min':
      return { value: values.toSorted(order)[0] as Value };
    case 'max':
      return { value: values.toSorted(order).at(-1) as Value };
    case 'first':
      return { value: values[0] as Value };
    case 'last':
      return { value: values.at(-1) as Value };
    case 'string_agg':
      return { value: values.join(call.separator ?? ',') };
    case 'median':
      return percentileOf(values as Int[], call.type, 500_000_000n);
    case 'percentile':
      return percentileOf(values as Int[], call.type, BigInt(Math.round((call.p ?? 0) * 1e9)));
    default:
      return ofNumbers(call, values as Int[]);
  }
}

function unlike(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [`${typeof value} ${String(value)}`, value])).values()];
}

/** NaN is the largest; texts by their code points. */
function order(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return orderTexts([...a], [...b]);
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

function orderTexts(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((character, i) => character !== b[i]);
  if (at < 0) return a.length - b.length;
  return (a[at]?.codePointAt(0) ?? -1) - (b[at]?.codePointAt(0) ?? -1);
}

function ofNumbers({ fn, type }: OracleCall, values: readonly Int[]): OracleAnswer {
  const special = values.filter((value) => typeof value === 'number' && !Number.isFinite(value)) as number[];
  const isSpread = fn.startsWith('var') || fn.startsWith('stddev');
  const n = BigInt(values.length);
  if (isSpread && n === 1n && fn.endsWith('samp')) return { value: null };
  if (special.length > 0) return { value: isSpread ? Number.NaN : special.reduce((a, b) => a + b) };
  const exact = values.map(rationalOf);
  const total = exact.reduce(plus, ZERO);
  if (fn === 'sum') return sumOf(total, type);
  if (fn === 'avg') return meanOf(over(total, n), type);
  const unit = type.kind === 'DECIMAL' ? 10n ** BigInt(type.scale) : 1n;
  const spread = varianceOf(
    exact.map((value) => over(value, unit)),
    fn.endsWith('samp') ? n - 1n : n,
  );
  return fn.startsWith('var') ? { nearest: spread } : { rootOf: spread };
}

/** The mean of the squared differences from the mean. */
function varianceOf(values: readonly Rational[], divisor: bigint): Rational {
  const mean = over(values.reduce(plus, ZERO), BigInt(values.length));
  const differences = values.map((value) => plus(value, { ...mean, numerator: -mean.numerator }));
  return over(differences.map((difference) => times(difference, difference)).reduce(plus, ZERO), divisor);
}

function sumOf(total: Rational, type: ColumnType): OracleAnswer {
  if (type.kind === 'DOUBLE') return { nearest: total };
  if (type.kind === 'DECIMAL') return within(total.numerator, -(10n ** 38n) + 1n, 10n ** 38n - 1n);
  return within(total.numerator, -(2n ** 63n), 2n ** 63n - 1n);
}

/** A mean or what lies between two values: DECIMAL with six digits behind the point or more, DOUBLE otherwise (X5). */
function meanOf(exact: Rational, type: ColumnType): OracleAnswer {
  if (type.kind !== 'DECIMAL') return { nearest: exact };
  const raised = times(exact, rationalOf(10n ** BigInt(Math.max(type.scale, 6) - type.scale)));
  return within(roundedHalfUp(raised), -(10n ** 38n) + 1n, 10n ** 38n - 1n);
}

function within(value: bigint, low: bigint, high: bigint): OracleAnswer {
  return value < low || value > high ? 'fault' : { value: canonicalInt(value) };
}

function percentileOf(values: readonly Int[], type: ColumnType, billionths: bigint): OracleAnswer {
  const sorted = values.toSorted(order);
  const rank = billionths * BigInt(sorted.length - 1);
  const lower = sorted[Number(rank / 1_000_000_000n)] as Int;
  const rest = rank % 1_000_000_000n;
  const upper = rest === 0n ? lower : (sorted[Number(rank / 1_000_000_000n) + 1] as Int);
  if (type.kind === 'DOUBLE' && (lower === upper || ![lower, upper].every(Number.isFinite))) {
    return { value: rest === 0n || lower === upper ? lower : Number(lower) + Number(upper) };
  }
  const share = over(rationalOf(rest), 1_000_000_000n);
  const step = times(plus(rationalOf(upper), { ...rationalOf(lower), numerator: -rationalOf(lower).numerator }), share);
  return meanOf(plus(rationalOf(lower), step), type);
}
