import { BIGINT, type ColumnType, DOUBLE, INT, TIMESTAMP, TIMESTAMP_LTZ } from '../values/column-type.ts';
import { canonicalInt, fitsInt } from '../values/integer.ts';
import { parseTimestamp } from '../values/timestamp.ts';
import type { Value } from '../values/value.ts';

/** A literal's type and value, or why it has none. */
export type ParsedLiteral = { readonly type: ColumnType; readonly value: Value } | { readonly fault: string };

const MAX_BIGINT = 9_223_372_036_854_775_807n;

/**
 * A number's text: digits alone are INT, or BIGINT where they need it (exact, X2); with a point or exponent DOUBLE. The sign
 * belongs to it, so that the smallest BIGINT can be written.
 */
export function parseNumber(digits: string, negative: boolean): ParsedLiteral {
  return /^\d+$/.test(digits) ? parseInteger(digits, negative) : parseDouble(digits, negative);
}

function parseInteger(digits: string, negative: boolean): ParsedLiteral {
  const significant = digits.replace(/^0+(?=\d)/, '');
  const magnitude = significant.length > 19 ? MAX_BIGINT + 2n : BigInt(significant);
  if (magnitude > MAX_BIGINT + (negative ? 1n : 0n)) {
    return { fault: `${clipped(digits)} exceeds BIGINT, which ends at ${MAX_BIGINT}. Write a smaller number.` };
  }
  const value = canonicalInt(negative ? -magnitude : magnitude);
  return { type: fitsInt(canonicalInt(magnitude)) ? INT : BIGINT, value };
}

function parseDouble(digits: string, negative: boolean): ParsedLiteral {
  const magnitude = Number(digits);
  if (!Number.isFinite(magnitude)) return { fault: `${clipped(digits)} exceeds DOUBLE. Write a smaller number.` };
  return { type: DOUBLE, value: negative && magnitude !== 0 ? -magnitude : magnitude };
}

/** The text behind the word TIMESTAMP or TIMESTAMP_LTZ. */
export function parseTimestampLiteral(text: string, kind: 'TIMESTAMP' | 'TIMESTAMP_LTZ'): ParsedLiteral {
  const value = parseTimestamp(text, kind);
  if (value !== null) return { type: kind === 'TIMESTAMP' ? TIMESTAMP : TIMESTAMP_LTZ, value };
  const example = `2026-01-31 00:00:00${kind === 'TIMESTAMP' ? '' : 'Z'}`;
  return { fault: `'${clipped(text)}' is no ${kind}. Write one such as '${example}'.` };
}

function clipped(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
