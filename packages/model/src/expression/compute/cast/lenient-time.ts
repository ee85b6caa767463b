import { daysFromCivil, daysInMonth } from '../../../values/calendar.ts';
import { addInts, multiplyInts } from '../../../values/integer.ts';
import { SECONDS_PER_DAY } from '../../../values/time-of-day.ts';
import { unitsPerSecond } from '../../../values/time-units.ts';
import type { Int } from '../../../values/value.ts';

const DATE = /^(\d{1,4})-(\d{1,2})-(\d{1,2})$/;
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?$/;

/** Days since 1970 of `2026-1-31`, as CAST reads it: months and days may have one digit, spaces around do not count. */
export function parseLenientDate(text: string): number | null {
  const [, year, month, day] = DATE.exec(text.trim()) ?? [];
  return year === undefined ? null : days(Number(year), Number(month), Number(day));
}

/** Units of 10^−precision s since midnight of `1:02:03.5`; finer digits are cut off. */
export function parseLenientTime(text: string, precision: number): number | null {
  const [, hour, minute, second, fraction = ''] = TIME.exec(text.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return seconds * unitsPerSecond(precision) + Number(fraction.padEnd(precision, '0').slice(0, precision));
}

/** Units of 10^−precision s since 1970 of `2026-1-31` or `2026-1-31 1:02:03.5`, in UTC. */
export function parseLenientTimestamp(text: string, precision: number): Int | null {
  const [date = '', time = '00:00:00', ...rest] = text.trim().split(' ');
  const day = parseLenientDate(date);
  const units = parseLenientTime(time, precision);
  if (day === null || units === null || rest.length > 0) return null;
  return addInts(multiplyInts(day, SECONDS_PER_DAY * unitsPerSecond(precision)), units);
}

function days(year: number, month: number, day: number): number | null {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return daysFromCivil(year, month, day);
}
