import type { KindFacts, NumberKind } from './value-kind.ts';

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const MOST_DIGITS = 38;
/** Every decimal of so many digits is told apart by doubles of ordinary size. */
const SAFE_DIGITS = 15;
const ORDINARY_EXPONENT = 290;
const INT_DIGITS = 10;
const BIGINT_DIGITS = 19;

type NumberFacts = KindFacts & { readonly kind: NumberKind };

/** A number's text, read without a double; null where it is none as JSON writes it (leading zeros stand in strings only). */
export function classifyNumber(text: string): NumberFacts | null {
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponentText] = match;
  const { digits, exponent } = significant(whole, fraction, Number(exponentText ?? '0'));
  const hasExponent = exponentText !== undefined;
  const wholeDigits = Math.max(0, digits.length + exponent);
  const needed = Math.max(0, -exponent);
  const written = Math.max(0, fraction.length - (digits === '' ? 0 : Number(exponentText ?? '0')));
  const fractionDigits = wholeDigits + written <= MOST_DIGITS ? Math.max(written, needed) : needed;
  const canonical = digits === '' ? '0' : `${sign}${digits}e${exponent}`;
  const kind = kindOf(text, sign + digits, exponent, wholeDigits, fractionDigits);
  const losesDigits = kind !== 'beyond' && isLost(text, digits, exponent, canonical);
  return { kind, wholeDigits, fractionDigits, hasExponent, losesDigits, canonical };
}

/** Digits without zeros at either end, none for 0; the value is digits × 10^exponent. */
function significant(whole: string, fraction: string, exponent: number): { digits: string; exponent: number } {
  const all = trimStart(whole + fraction);
  const digits = trimEnd(all);
  if (digits === '') return { digits, exponent: 0 };
  return { digits, exponent: exponent - fraction.length + all.length - digits.length };
}

function kindOf(
  text: string,
  signed: string,
  exponent: number,
  wholeDigits: number,
  fractionDigits: number,
): NumberKind {
  if (!Number.isFinite(Number(text))) return 'beyond';
  if (wholeDigits + fractionDigits > MOST_DIGITS) return 'double';
  if (fractionDigits > 0) return 'decimal';
  if (wholeDigits > BIGINT_DIGITS) return 'decimal';
  const value = BigInt(signed === '' || signed === '-' ? '0' : signed + '0'.repeat(exponent));
  if (wholeDigits <= INT_DIGITS && value === BigInt.asIntN(32, value)) return 'int';
  return value === BigInt.asIntN(64, value) ? 'bigint' : 'decimal';
}

function isLost(text: string, digits: string, exponent: number, canonical: string): boolean {
  if (digits.length <= SAFE_DIGITS && Math.abs(exponent) < ORDINARY_EXPONENT) return false;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = NUMBER.exec(String(Number(text))) ?? [];
  const nearest = significant(whole, fraction, Number(exponentText));
  return `${sign}${nearest.digits}e${nearest.exponent}` !== canonical;
}

function trimStart(digits: string): string {
  let start = 0;
  while (digits.charCodeAt(start) === 0x30) start++;
  return digits.slice(start);
}

/** Not by a pattern: one with a repetition before its end tries every run of zeros anew. */
function trimEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}
