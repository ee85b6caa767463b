import { daysFromCivil, daysInMonth } from '../../../values/calendar.ts';
import { addInts, multiplyInts } from '../../../values/integer.ts';
import type { Int } from '../../../values/value.ts';
import { unitsPerDay } from './civil-time.ts';
import { MONTH_NAMES, type PatternLetter, type PatternPart } from './date-pattern.ts';

type Fields = Map<PatternLetter, number>;

/** Nanoseconds since 1970 of a text that a pattern describes; null where it does not, or the date does not exist. */
export function readPattern(parts: readonly PatternPart[], text: string): Int | null {
  const read = readFields(parts, text);
  return read === null || read.end < text.length ? null : nanosOf(read.fields);
}

/** The same of the start of a text; what stands behind the pattern does not count. */
export function readPatternStart(parts: readonly PatternPart[], text: string): Int | null {
  const read = readFields(parts, text);
  return read === null ? null : nanosOf(read.fields);
}

function readFields(parts: readonly PatternPart[], text: string): { fields: Fields; end: number } | null {
  const fields: Fields = new Map();
  let at = 0;
  for (const part of parts) {
    const end = part.kind === 'text' ? endOfText(part.text, text, at) : readField(part, text, at, fields);
    if (end < 0) return null;
    at = end;
  }
  return { fields, end: at };
}

function endOfText(expected: string, text: string, at: number): number {
  return text.startsWith(expected, at) ? at + expected.length : -1;
}

/** The place behind the field; −1 where it does not stand here. */
function readField(
  { letter, count }: Extract<PatternPart, { kind: 'field' }>,
  text: string,
  at: number,
  fields: Fields,
): number {
  if (letter === 'a') return readWord(['AM', 'PM'], 2, text, at, (index) => fields.set('a', index));
  if (letter === 'E') return skipWord(text, at);
  if (letter === 'M' && count > 2) {
    return readWord(MONTH_NAMES, count < 4 ? 3 : 0, text, at, (index) => fields.set('M', index + 1));
  }
  const digits = digitsHere(text, at, letter, count);
  if (digits === null) return -1;
  fields.set(letter, letter === 'S' ? Number(digits.padEnd(9, '0')) : fieldValue(letter, count, Number(digits)));
  return at + digits.length;
}

function digitsHere(text: string, at: number, letter: PatternLetter, count: number): string | null {
  const most = count > 1 ? count : letter === 'y' ? 4 : letter === 'D' ? 3 : 2;
  const [digits = ''] = /^\d*/.exec(text.slice(at, at + most)) ?? [];
  return digits.length < count ? null : digits;
}

/** Two digits of a year are of this century, as in java.time. */
function fieldValue(letter: PatternLetter, count: number, value: number): number {
  return letter === 'y' && count === 2 ? 2000 + value : value;
}

function readWord(
  names: readonly string[],
  length: number,
  text: string,
  at: number,
  take: (index: number) => void,
): number {
  const words = names.map((name) => (length === 0 ? name : name.slice(0, length)));
  const index = words.findIndex((word) => text.startsWith(word, at));
  if (index < 0) return -1;
  take(index);
  return at + (words[index] as string).length;
}

function skipWord(text: string, at: number): number {
  const [word = ''] = /^[A-Za-z]+/.exec(text.slice(at, at + 20)) ?? [];
  return word === '' ? -1 : at + word.length;
}

function nanosOf(fields: Fields): Int | null {
  const field = (letter: PatternLetter, otherwise: number) => fields.get(letter) ?? otherwise;
  const [year, month, day] = [field('y', 1970), field('M', 1), field('d', 1)];
  const [hour, minute, second] = [hourOf(fields), field('m', 0), field('s', 0)];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (hour === null || hour > 23 || minute > 59 || second > 59) return null;
  const days = daysFromCivil(year, month, day) + field('D', 1) - 1;
  const time = (hour * 3600 + minute * 60 + second) * 1e9 + field('S', 0);
  return addInts(multiplyInts(days, unitsPerDay(9)), time);
}

/** Of a clock with 24 hours, or of one with 12 and AM or PM. */
function hourOf(fields: Fields): number | null {
  const half = fields.get('h');
  if (half === undefined) return fields.get('H') ?? 0;
  return half < 1 || half > 12 ? null : (half % 12) + 12 * (fields.get('a') ?? 0);
}
