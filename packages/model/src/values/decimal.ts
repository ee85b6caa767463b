import { canonicalInt } from './integer.ts';
import { powerOfTen } from './power-of-ten.ts';
import type { Int } from './value.ts';

/** As many digits as a DECIMAL can have (X2). */
export const MAX_DECIMAL_PRECISION = 38;

/** Below this many digits every step on numbers is exact. */
const SAFE_DIGITS = 15;
/** Up to 10^22 a power of ten is a double without rounding. */
const EXACT_POWERS = 22;
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * A decimal text as the unscaled digits of a DECIMAL(precision, scale). Digits behind the scale are rounded half away from zero, or
 * are a 'fraction' that does not fit where they must be `exact`. 'range' where it has too many digits before the point; null where the
 * text is no number.
 */
export function parseDecimal(
  text: string,
  precision: number,
  scale: number,
  rounding: 'half-up' | 'exact',
): Int | 'fraction' | 'range' | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined || whole.length + fraction.length === 0) return null;
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return 0;
  const point = whole.length + Number(exponent) - (all.length - digits.length);
  if (point > precision - scale) return 'range';
  const kept = point + scale;
  const rest = kept < 0 ? digits : digits.slice(kept);
  if (rounding === 'exact' && /[1-9]/.test(rest)) return 'fraction';
  const unscaled = kept <= 0 ? 0n : BigInt(digits.slice(0, kept).padEnd(kept, '0'));
  const rounded = kept >= 0 && rest.charAt(0) >= '5' ? unscaled + 1n : unscaled;
  if (rounded >= powerOfTen(precision)) return 'range';
  return canonicalInt(sign === '-' ? -rounded : rounded);
}

/** The text of unscaled digits, always with `scale` digits behind the point. */
export function formatDecimal(value: Int, scale: number): string {
  if (scale === 0) return String(value);
  const digits = String(value < 0 ? -value : value).padStart(scale + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Unscaled digits of another scale; digits that are cut off round half away from zero. The result may have any number of digits. */
export function rescale(value: Int, from: number, to: number): Int {
  if (from === to) return value;
  if (to > from) return scaledUp(value, to - from);
  return dividedByPower(value, from - to);
}

/** Whether unscaled digits are at most so many. */
export function fitsDecimal(value: Int, precision: number): boolean {
  if (typeof value === 'number' && precision > SAFE_DIGITS) return true;
  const limit = precision <= SAFE_DIGITS ? 10 ** precision : powerOfTen(precision);
  return value < limit && value > -limit;
}

/** The nearest double. */
export function decimalToDouble(value: Int, scale: number): number {
  if (typeof value === 'number' && scale <= EXACT_POWERS) return value / 10 ** scale;
  return Number(formatDecimal(value, scale));
}

/** The shortest text that reads as this double, rounded half away from zero; 'range' beyond the digits, and for NaN and infinities. */
export function doubleToDecimal(value: number, precision: number, scale: number): Int | 'range' {
  const unscaled = parseDecimal(String(value), precision, scale, 'half-up');
  return typeof unscaled === 'string' || unscaled === null ? 'range' : unscaled;
}

/** The whole quotient of two integers, rounded half away from zero; the divisor is not 0. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  const twice = rest < 0n ? -2n * rest : 2n * rest;
  if (twice < (divisor < 0n ? -divisor : divisor)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

function scaledUp(value: Int, digits: number): Int {
  if (typeof value === 'number' && digits <= SAFE_DIGITS) {
    const product = value * 10 ** digits;
    if (Number.isSafeInteger(product)) return product;
  }
  return canonicalInt(BigInt(value) * powerOfTen(digits));
}

function dividedByPower(value: Int, digits: number): Int {
  if (typeof value === 'bigint' || digits > SAFE_DIGITS) {
    return canonicalInt(divideHalfUp(BigInt(value), powerOfTen(digits)));
  }
  const divisor = 10 ** digits;
  const rest = value % divisor;
  const quotient = (value - rest) / divisor;
  return 2 * Math.abs(rest) >= divisor ? quotient + Math.sign(value) : quotient + 0;
}
