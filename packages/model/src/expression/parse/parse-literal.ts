import { BIGINT, DOUBLE, decimal, INT } from '../../values/column-type.ts';
import { MAX_DECIMAL_PRECISION } from '../../values/decimal.ts';
import { canonicalInt, fitsInt } from '../../values/integer.ts';
import type { Value } from '../../values/value.ts';
import type { ScalarType } from '../scalar-type.ts';

/** A literal's type and value, or why it has none. */
export type ParsedLiteral = { readonly type: ScalarType; readonly value: Value } | { readonly fault: string };

const MAX_BIGINT = 9_223_372_036_854_775_807n;

/**
 * A number's text, as in Flink: digits alone are INT, or BIGINT or DECIMAL where they need it (exact, X2); with a point DECIMAL; with an
 * exponent DOUBLE. The sign belongs to it, so that the smallest BIGINT can be written.
 */
export function parseNumber(digits: string, negative: boolean): ParsedLiteral {
  if (/[eE]/.test(digits)) return parseDouble(digits, negative);
  const [whole = '', fraction = ''] = digits.split('.');
  return fraction === '' ? parseInteger(whole, negative) : parseFraction(whole, fraction, negative);
}

function parseInteger(digits: string, negative: boolean): ParsedLiteral {
  const significant = digits.replace(/^0+(?=\d)/, '');
  if (significant.length > MAX_DECIMAL_PRECISION) return tooManyDigits(digits);
  const magnitude = BigInt(significant);
  const value = canonicalInt(negative ? -magnitude : magnitude);
  if (fitsInt(canonicalInt(magnitude))) return { type: INT, value };
  const isBigint = magnitude <= MAX_BIGINT + (negative ? 1n : 0n);
  return { type: isBigint ? BIGINT : decimal(significant.length, 0), value };
}

function parseFraction(whole: string, fraction: string, negative: boolean): ParsedLiteral {
  const significant = whole.replace(/^0+(?=\d)/, '') || '0';
  const precision = significant.length + fraction.length;
  if (precision > MAX_DECIMAL_PRECISION) return tooManyDigits(`${whole}.${fraction}`);
  const magnitude = BigInt(significant + fraction);
  return { type: decimal(precision, fraction.length), value: canonicalInt(negative ? -magnitude : magnitude) };
}

function parseDouble(digits: string, negative: boolean): ParsedLiteral {
  const magnitude = Number(digits);
  if (!Number.isFinite(magnitude)) return { fault: `${clipped(digits)} exceeds DOUBLE. Write a smaller number.` };
  return { type: DOUBLE, value: negative && magnitude !== 0 ? -magnitude : magnitude };
}

function tooManyDigits(digits: string): ParsedLiteral {
  return {
    fault: `${clipped(digits)} has more than ${MAX_DECIMAL_PRECISION} digits. Write fewer, or an exponent for a DOUBLE.`,
  };
}

/** For messages. */
export function clipped(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
