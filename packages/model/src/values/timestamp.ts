import { civilFromDays, daysFromCivil, daysInMonth } from './calendar.ts';

/** TIMESTAMP is a wall clock without a zone, TIMESTAMP_LTZ a point on the time line. */
export type TimestampKind = 'TIMESTAMP' | 'TIMESTAMP_LTZ';

/** How a timestamp is written: `2026-01-01 00:00:00.000`, `2026-01-01T00:00:00.000`, `1767225600000`. */
export type TimestampFormat = 'sql' | 'iso' | 'epoch-ms';

/** 0001-01-01 00:00:00.000 and 9999-12-31 23:59:59.999: what a timestamp column can hold, as in Flink. */
export const MIN_TIMESTAMP_MS = -62_135_596_800_000;
export const MAX_TIMESTAMP_MS = 253_402_300_799_999;

const DAY_MS = 86_400_000;
const [ZERO, NINE, DASH, COLON, DOT, SPACE, PLUS, LETTER_T, LETTER_Z] = [48, 57, 45, 58, 46, 32, 43, 84, 90] as const;
const SECONDS_END = 19;

/**
 * Milliseconds since 1970-01-01 00:00:00 (wall clock, or UTC for LTZ) of `2026-01-01 00:00:00[.f…]` or
 * `2026-01-01T00:00:00[.f…]`, or null. TIMESTAMP_LTZ needs `Z` or `±hh:mm` at the end, TIMESTAMP has none. Digits finer than
 * milliseconds are floored. Dates that do not exist, second 60, and years outside of 0001–9999 are refused.
 */
export function parseTimestamp(text: string, kind: TimestampKind): number | null {
  const seconds = localSeconds(text);
  if (seconds === null) return null;
  const fractionEnd = endOfFraction(text);
  const offsetMinutes = kind === 'TIMESTAMP' ? noZone(text, fractionEnd) : zoneMinutes(text, fractionEnd);
  if (offsetMinutes === null) return null;
  const ms = (seconds - offsetMinutes * 60) * 1000 + fractionMs(text, fractionEnd);
  return ms >= MIN_TIMESTAMP_MS && ms <= MAX_TIMESTAMP_MS ? ms : null;
}

/** Three digits for milliseconds always; TIMESTAMP_LTZ with `Z` at its end. Years beyond four digits get their sign. */
export function formatTimestamp(ms: number, kind: TimestampKind, format: TimestampFormat): string {
  if (format === 'epoch-ms') return String(ms);
  const days = Math.floor(ms / DAY_MS);
  const msOfDay = ms - days * DAY_MS;
  const { year, month, day } = civilFromDays(days);
  const seconds = Math.floor(msOfDay / 1000);
  const date = `${formatYear(year)}-${two(month)}-${two(day)}`;
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const zone = kind === 'TIMESTAMP_LTZ' ? 'Z' : '';
  return `${date}${format === 'iso' ? 'T' : ' '}${time}.${String(msOfDay % 1000).padStart(3, '0')}${zone}`;
}

/** `YYYY-MM-DD hh:mm:ss` at the start, as seconds since 1970. */
function localSeconds(text: string): number | null {
  const separator = text.charCodeAt(10);
  const punctuated =
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    (separator === SPACE || separator === LETTER_T) &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON;
  if (!punctuated) return null;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, SECONDS_END);
  const isTime = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
  if (!isTime || year < 0 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return daysFromCivil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
}

/** The number of some digits, −1 where one of the characters is none. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (!(code >= ZERO && code <= NINE)) return -1;
    value = value * 10 + code - ZERO;
  }
  return value;
}

/** Where the fraction of the second ends: behind its last digit, or behind the seconds where there is none. */
function endOfFraction(text: string): number {
  if (text.charCodeAt(SECONDS_END) !== DOT) return SECONDS_END;
  let end = SECONDS_END + 1;
  while (text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= NINE) end++;
  return end === SECONDS_END + 1 ? SECONDS_END : end;
}

function fractionMs(text: string, end: number): number {
  let ms = 0;
  for (let i = SECONDS_END + 1; i < SECONDS_END + 4; i++) ms = ms * 10 + (i < end ? text.charCodeAt(i) - ZERO : 0);
  return ms;
}

function noZone(text: string, from: number): number | null {
  return from === text.length ? 0 : null;
}

/** `Z` or `±hh:mm` from a place to the end of the text, as minutes east of UTC. */
function zoneMinutes(text: string, from: number): number | null {
  const sign = text.charCodeAt(from);
  if (sign === LETTER_Z) return text.length === from + 1 ? 0 : null;
  if ((sign !== PLUS && sign !== DASH) || text.length !== from + 6 || text.charCodeAt(from + 3) !== COLON) return null;
  const hours = digits(text, from + 1, from + 3);
  const minutes = digits(text, from + 4, from + 6);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null;
  return (sign === DASH ? -1 : 1) * (hours * 60 + minutes);
}

function formatYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(4, '0')}`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
