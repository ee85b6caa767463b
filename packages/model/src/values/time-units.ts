import { canonicalInt, multiplyInts } from './integer.ts';
import type { Int } from './value.ts';

/** Digits of a second's fraction that a time can have. */
export const MAX_TIME_PRECISION = 9;

/** How many units of 10^−precision s a second has. */
export function unitsPerSecond(precision: number): number {
  return 10 ** precision;
}

/** A time in units of another precision; what is finer is floored, also before 1970 (T1). */
export function toPrecision(value: Int, from: number, to: number): Int {
  if (from === to) return value;
  return to > from ? multiplyInts(value, 10 ** (to - from)) : floorDivide(value, 10 ** (from - to));
}

/** A time of the years 1 to 9999 as whole milliseconds, floored. */
export function toMillis(value: Int, precision: number): number {
  return Number(toPrecision(value, precision, 3));
}

/** The whole quotient below; the divisor is a positive safe integer. */
export function floorDivide(value: Int, divisor: number): Int {
  if (typeof value === 'number') {
    const rest = value % divisor;
    return (value - rest) / divisor - (rest < 0 ? 1 : 0);
  }
  const by = BigInt(divisor);
  const rest = value % by;
  return canonicalInt((value - rest) / by - (rest < 0n ? 1n : 0n));
}

/** What remains above {@link floorDivide}: from 0 to the divisor, exclusive. */
export function floorModulo(value: Int, divisor: number): number {
  const rest = typeof value === 'number' ? value % divisor : Number(value % BigInt(divisor));
  return rest < 0 ? rest + divisor : rest + 0;
}
