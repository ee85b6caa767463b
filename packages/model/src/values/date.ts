import { civilFromDays, daysFromCivil, daysInMonth } from './calendar.ts';
import { digitsAt, twoDigits } from './scan-digits.ts';

/** 0001-01-01 and 9999-12-31: what a DATE column can hold. */
export const MIN_DATE = -719_162;
export const MAX_DATE = 2_932_896;

const DASH = 45;
const DATE_LENGTH = 10;

/** Days since 1970-01-01 of `2026-01-31`; null for other texts and dates that do not exist. */
export function parseDate(text: string): number | null {
  return text.length === DATE_LENGTH ? dateAt(text) : null;
}

/** {@link parseDate} of the first ten characters. */
export function dateAt(text: string): number | null {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return null;
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 7);
  const day = digitsAt(text, 8, DATE_LENGTH);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return daysFromCivil(year, month, day);
}

/** `2026-01-31`; years beyond four digits get their sign. */
export function formatDate(days: number): string {
  const { year, month, day } = civilFromDays(days);
  return `${formatYear(year)}-${twoDigits(month)}-${twoDigits(day)}`;
}

function formatYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(4, '0')}`;
}
