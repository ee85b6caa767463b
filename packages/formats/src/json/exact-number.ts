import { canonicalInt, type Int } from '@millrace/model';

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** More digits than any type has; a larger exponent is out of range without being written out. */
const MOST_DIGITS = 400;

/** A decimal text as a whole number, exact; 'fraction' where it has one, 'range' far beyond 64 bits, null for no number. */
export function exactInteger(text: string): Int | 'fraction' | 'range' | null {
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText) - fraction.length;
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  if (/^0*$/.test(digits)) return 0;
  if (exponent > MOST_DIGITS || digits.length + exponent > MOST_DIGITS) return 'range';
  const value = exponent >= 0 ? BigInt(digits) * 10n ** BigInt(exponent) : withoutFraction(digits, -exponent);
  if (value === null) return 'fraction';
  return canonicalInt(sign === '-' ? -value : value);
}

function withoutFraction(digits: string, places: number): bigint | null {
  if (places >= digits.length || !/^0+$/.test(digits.slice(-places))) return null;
  return BigInt(digits.slice(0, -places));
}

/** Whether a text is a number as JSON writes it. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/** A decimal text as the nearest double; NaN for no number, Infinity beyond the range. */
export function nearestDouble(text: string): number {
  return NUMBER.test(text) ? Number(text) + 0 : Number.NaN;
}
