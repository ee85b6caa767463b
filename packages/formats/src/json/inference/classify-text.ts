import { parseDate, parseTime, parseTimestamp } from '@millrace/model';
import { classifyNumber } from './classify-number.ts';
import type { KindFacts, TimeKind, ValueKind } from './value-kind.ts';

/** Longer strings are no numbers and no times. */
const LONGEST = 400;
const MOST_FRACTION_DIGITS = 9;
const SPECIAL_DOUBLES: readonly string[] = ['NaN', 'Infinity', '-Infinity'];

/** What a string holds. */
export function classifyText(text: string): KindFacts {
  if (text.length > LONGEST) return plain('text', text);
  const time = timeKind(text);
  if (time !== null) return { ...plain(time, text), fractionDigits: secondsFraction(text) };
  if (SPECIAL_DOUBLES.includes(text)) return plain('special-text', text);
  const number = classifyNumber(text);
  if (number === null || number.kind === 'beyond') return plain('text', text);
  return { ...number, kind: `${number.kind}-text`, canonical: text };
}

export function plain(kind: ValueKind, canonical: string): KindFacts {
  return { kind, wholeDigits: 0, fractionDigits: 0, hasExponent: false, losesDigits: false, canonical };
}

function timeKind(text: string): TimeKind | null {
  if (parseDate(text) !== null) return 'date';
  if (parseTime(text, 0) !== null) return 'time';
  if (parseTimestamp(text, 'TIMESTAMP') !== null) return 'timestamp';
  return parseTimestamp(text, 'TIMESTAMP_LTZ') === null ? null : 'timestamp-ltz';
}

function secondsFraction(text: string): number {
  const digits = /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  return Math.min(digits, MOST_FRACTION_DIGITS);
}
