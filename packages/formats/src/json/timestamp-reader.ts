import {
  type Int,
  MAX_TIMESTAMP_MS,
  MIN_TIMESTAMP_MS,
  parseDecimal,
  parseTimestamp,
  type TimestampType,
  toPrecision,
} from '@millrace/model';
import { type CellReader, cellText } from './cell-text.ts';
import { isNumberText } from './exact-number.ts';
import { Cell } from './object-scanner.ts';

const MILLIS = 3;
const MOST_DIGITS = 38;

/** What a number counts since 1970: seconds, milliseconds, microseconds or nanoseconds. */
export type EpochUnit = 's' | 'ms' | 'us' | 'ns';

/** Digits of a second's fraction that a unit counts. */
export const UNIT_DIGITS: Readonly<Record<EpochUnit, number>> = { s: 0, ms: MILLIS, us: 6, ns: 9 };

export const UNIT_WORDS: Readonly<Record<EpochUnit, string>> = {
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  ns: 'nanoseconds',
};

/**
 * A text in sql or iso form, or a number of the unit since 1970, as number or text (T3); where the type is finer than the unit, with
 * digits behind the point.
 */
export function timestampReader({ kind, precision }: TimestampType, unit: EpochUnit = 'ms'): CellReader {
  const digits = UNIT_DIGITS[unit];
  const finer = Math.max(0, precision - digits);
  const fromUnits = (value: Int): Int | undefined =>
    isInRange(toPrecision(value, digits, MILLIS)) ? toPrecision(value, digits, precision) : undefined;
  const fromNumber = (text: string): Int | undefined => {
    if (!isNumberText(text)) return undefined;
    const value = parseDecimal(text, MOST_DIGITS, finer, 'exact');
    if (value === null || typeof value === 'string') return undefined;
    if (finer === 0) return fromUnits(value);
    return isInRange(toPrecision(value, precision, MILLIS)) ? value : undefined;
  };
  return (scanner, index, bytes) => {
    const cell = scanner.cells[index];
    if (cell === Cell.int) return fromUnits(scanner.ints[index] as number);
    if (cell !== Cell.number && cell !== Cell.string) return undefined;
    const text = cellText(scanner, index, bytes);
    if (cell === Cell.number) return fromNumber(text);
    return parseTimestamp(text, kind, precision) ?? fromNumber(text);
  };
}

function isInRange(ms: Int): boolean {
  return ms >= MIN_TIMESTAMP_MS && ms <= MAX_TIMESTAMP_MS;
}
