import { dateAt, formatDate } from './date.ts';
import { formatDecimal } from './decimal.ts';
import { addInts, multiplyInts } from './integer.ts';
import { digitsAt, endOfFraction, fractionAt } from './scan-digits.ts';
import { formatTime, SECONDS_PER_DAY, secondsAt } from './time-of-day.ts';
import { floorDivide, floorModulo, toPrecision, unitsPerSecond } from './time-units.ts';
import type { Int } from './value.ts';

/** TIMESTAMP is a wall clock without a zone, TIMESTAMP_LTZ a point on the time line. */
export type TimestampKind = 'TIMESTAMP' | 'TIMESTAMP_LTZ';

/** How a timestamp is written: `2026-01-01 00:00:00.000`, `2026-01-01T00:00:00.000`, `1767225600000`. */
export type TimestampFormat = 'sql' | 'iso' | 'epoch-ms';

/** 0001-01-01 00:00:00.000 and 9999-12-31 23:59:59.999: what a timestamp column can hold, as in Flink. */
export const MIN_TIMESTAMP_MS = -62_135_596_800_000;
export const MAX_TIMESTAMP_MS = 253_402_300_799_999;

const [DASH, COLON, SPACE, PLUS, LETTER_T, LETTER_Z] = [45, 58, 32, 43, 84, 90] as const;
const DATE_END = 10;
const SECONDS_END = 19;
const MILLIS = 3;

/**
 * Units of 10^−precision s (milliseconds where nothing is said) since 1970-01-01 00:00:00, of the wall clock, or of UTC for LTZ, of
 * `2026-01-01 00:00:00[.f…]` or `2026-01-01T00:00:00[.f…]`, or null. TIMESTAMP_LTZ needs `Z` or `±hh:mm` at the end, TIMESTAMP has none.
 * Finer digits are floored. Dates that do not exist, second 60, and years outside of 0001–9999 are refused.
 */
export function parseTimestamp(text: string, kind: TimestampKind): number | null;
export function parseTimestamp(text: string, kind: TimestampKind, precision: number): Int | null;
export function parseTimestamp(text: string, kind: TimestampKind, precision = MILLIS): Int | null {
  const local = localSeconds(text);
  if (local === null) return null;
  const fractionEnd = endOfFraction(text, SECONDS_END);
  const offsetMinutes = kind === 'TIMESTAMP' ? noZone(text, fractionEnd) : zoneMinutes(text, fractionEnd);
  if (offsetMinutes === null) return null;
  const seconds = local - offsetMinutes * 60;
  if (seconds < MIN_TIMESTAMP_MS / 1000 || seconds > MAX_TIMESTAMP_MS / 1000) return null;
  const fraction = fractionAt(text, SECONDS_END, fractionEnd, precision);
  return addInts(multiplyInts(seconds, unitsPerSecond(precision)), fraction);
}

/**
 * Always with as many digits behind the seconds as the precision says (three where nothing is said); TIMESTAMP_LTZ with `Z` at its end.
 * `epoch-ms` has digits behind the point beyond a precision of three. Years beyond four digits get their sign.
 */
export function formatTimestamp(
  value: Int,
  kind: TimestampKind,
  format: TimestampFormat,
  precision: number = MILLIS,
): string {
  if (format === 'epoch-ms') return epochMillis(value, precision);
  const unitsPerDay = SECONDS_PER_DAY * unitsPerSecond(precision);
  const date = formatDate(Number(floorDivide(value, unitsPerDay)));
  const time = formatTime(floorModulo(value, unitsPerDay), precision);
  return `${date}${format === 'iso' ? 'T' : ' '}${time}${kind === 'TIMESTAMP_LTZ' ? 'Z' : ''}`;
}

function epochMillis(value: Int, precision: number): string {
  if (precision <= MILLIS) return String(toPrecision(value, precision, MILLIS));
  return formatDecimal(value, precision - MILLIS);
}

/** `YYYY-MM-DD hh:mm:ss` at the start, as seconds since 1970. */
function localSeconds(text: string): number | null {
  const separator = text.charCodeAt(DATE_END);
  if (separator !== SPACE && separator !== LETTER_T) return null;
  const days = dateAt(text);
  const seconds = secondsAt(text, DATE_END + 1);
  return days === null || seconds < 0 ? null : days * SECONDS_PER_DAY + seconds;
}

function noZone(text: string, from: number): number | null {
  return from === text.length ? 0 : null;
}

/** `Z` or `±hh:mm` from a place to the end of the text, as minutes east of UTC. */
function zoneMinutes(text: string, from: number): number | null {
  const sign = text.charCodeAt(from);
  if (sign === LETTER_Z) return text.length === from + 1 ? 0 : null;
  if ((sign !== PLUS && sign !== DASH) || text.length !== from + 6 || text.charCodeAt(from + 3) !== COLON) return null;
  const hours = digitsAt(text, from + 1, from + 3);
  const minutes = digitsAt(text, from + 4, from + 6);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null;
  return (sign === DASH ? -1 : 1) * (hours * 60 + minutes);
}
