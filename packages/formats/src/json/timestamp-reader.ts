import {
  type Int,
  MAX_TIMESTAMP_MS,
  MIN_TIMESTAMP_MS,
  parseDecimal,
  parseTimestamp,
  type TimestampType,
  toMillis,
  toPrecision,
} from '@millrace/model';
import { type CellReader, cellText } from './cell-text.ts';
import { isNumberText } from './exact-number.ts';
import { Cell } from './object-scanner.ts';

const MILLIS = 3;
const MOST_DIGITS = 38;

/**
 * A text in sql or iso form, or milliseconds since 1970 as number or text; where the type is finer than milliseconds, with digits
 * behind the point.
 */
export function timestampReader({ kind, precision }: TimestampType): CellReader {
  const finer = Math.max(0, precision - MILLIS);
  const fromMillis = (ms: Int): Int | undefined => {
    const isInRange = ms >= MIN_TIMESTAMP_MS && ms <= MAX_TIMESTAMP_MS;
    return isInRange ? toPrecision(ms, MILLIS, precision) : undefined;
  };
  const fromNumber = (text: string): Int | undefined => {
    if (!isNumberText(text)) return undefined;
    const value = parseDecimal(text, MOST_DIGITS, finer, 'exact');
    if (value === null || typeof value === 'string') return undefined;
    if (finer === 0) return fromMillis(value);
    const ms = toMillis(value, precision);
    return ms >= MIN_TIMESTAMP_MS && ms <= MAX_TIMESTAMP_MS ? value : undefined;
  };
  return (scanner, index, bytes) => {
    const cell = scanner.cells[index];
    if (cell === Cell.int) return fromMillis(scanner.ints[index] as number);
    if (cell !== Cell.number && cell !== Cell.string) return undefined;
    const text = cellText(scanner, index, bytes);
    if (cell === Cell.number) return fromNumber(text);
    return parseTimestamp(text, kind, precision) ?? fromNumber(text);
  };
}
