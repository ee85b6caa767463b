import { DATE } from '../../values/column-type.ts';
import { parseDate } from '../../values/date.ts';
import { endOfFraction } from '../../values/scan-digits.ts';
import { parseTime } from '../../values/time-of-day.ts';
import { parseTimestamp } from '../../values/timestamp.ts';
import { isIntervalLiteral, parseIntervalLiteral } from './parse-interval.ts';
import { clipped, type ParsedLiteral } from './parse-literal.ts';
import type { TokenReader } from './token-reader.ts';

const KINDS = ['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ'] as const;
type Kind = (typeof KINDS)[number];

const EXAMPLES: Readonly<Record<Kind, string>> = {
  DATE: '2026-01-31',
  TIME: '10:11:12',
  TIMESTAMP: '2026-01-31 00:00:00',
  TIMESTAMP_LTZ: '2026-01-31 00:00:00Z',
};
/** A timestamp has milliseconds, as the columns of streams have, or more where more digits are written. */
const LEAST_PRECISION = 3;
const SECONDS_END = 19;
const MAX_DIGITS = 9;

/** Whether a word and a text here are one literal: `DATE '2026-01-31'`, `INTERVAL '1' DAY`. */
export function isTypedLiteral(reader: TokenReader): boolean {
  return reader.next.kind === 'text' && (reader.isOneOf(KINDS) || isIntervalLiteral(reader));
}

/** The literal that {@link isTypedLiteral} found; its last token is left to be stepped over. */
export function parseTypedLiteral(reader: TokenReader): ParsedLiteral {
  if (isIntervalLiteral(reader)) return parseIntervalLiteral(reader);
  const kind = reader.advance().text.toUpperCase() as Kind;
  const { text } = reader.token;
  return readTime(kind, text) ?? { fault: `'${clipped(text)}' is no ${kind}. Write one such as '${EXAMPLES[kind]}'.` };
}

function readTime(kind: Kind, text: string): ParsedLiteral | null {
  switch (kind) {
    case 'DATE': {
      const value = parseDate(text);
      return value === null ? null : { type: DATE, value };
    }
    case 'TIME': {
      const precision = fractionDigits(text, 8);
      const value = precision > MAX_DIGITS ? null : parseTime(text, precision);
      return value === null ? null : { type: { kind, precision }, value };
    }
    default: {
      const precision = Math.max(LEAST_PRECISION, fractionDigits(text, SECONDS_END));
      const value = precision > MAX_DIGITS ? null : parseTimestamp(text, kind, precision);
      return value === null ? null : { type: { kind, precision }, value };
    }
  }
}

function fractionDigits(text: string, from: number): number {
  return Math.max(0, endOfFraction(text, from) - from - 1);
}
