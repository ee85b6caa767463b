import { rescale } from '../../../values/decimal.ts';
import { canonicalInt } from '../../../values/integer.ts';
import { powerOfTen } from '../../../values/power-of-ten.ts';
import { floorDivide } from '../../../values/time-units.ts';
import type { Int } from '../../../values/value.ts';

export type Rounding = 'half-up' | 'down';

/** Unscaled digits with all places behind the n-th digit after the point 0; a negative n stands before the point. The scale stays. */
export function roundUnscaled(value: Int, scale: number, places: number, rounding: Rounding): Int {
  const cut = scale - places;
  if (cut <= 0) return value;
  if (cut > 78) return 0;
  const unit = powerOfTen(cut);
  const whole = rounding === 'half-up' ? BigInt(rescale(value, cut, 0)) : BigInt(value) / unit;
  return canonicalInt(whole * unit);
}

/** A double rounded as the shortest decimal text that reads as it: 1.005 has two places 1.01, half away from zero. */
export function roundDouble(value: number, places: number, rounding: Rounding): number {
  if (!Number.isFinite(value) || places > 330) return value;
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = DOUBLE.exec(String(value)) ?? [];
  const digits = whole + fraction;
  const kept = whole.length + Number(exponent) + places;
  if (kept < 0) return 0;
  const head = digits.slice(0, kept).padEnd(kept, '0');
  const isUp = rounding === 'half-up' && (digits[kept] ?? '0') >= '5';
  const unscaled = BigInt(head || '0') + (isUp ? 1n : 0n);
  return Number(`${sign}${unscaled}e${-places}`) + 0;
}

/** The largest whole number that is not above, of unscaled digits. */
export function floorUnscaled(value: Int, scale: number): Int {
  if (scale <= 15) return floorDivide(value, 10 ** scale);
  const unit = powerOfTen(scale);
  const whole = BigInt(value) / unit;
  return canonicalInt(whole * unit > BigInt(value) ? whole - 1n : whole);
}

const DOUBLE = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
