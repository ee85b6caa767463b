import { civilFromDays, daysFromCivil, daysInMonth } from '../../../values/calendar.ts';
import { addInts, multiplyInts } from '../../../values/integer.ts';
import { SECONDS_PER_DAY } from '../../../values/time-of-day.ts';
import { floorDivide, floorModulo, toMillis, unitsPerSecond } from '../../../values/time-units.ts';
import { MAX_TIMESTAMP_MS, MIN_TIMESTAMP_MS } from '../../../values/timestamp.ts';
import type { Int } from '../../../values/value.ts';
import { EvaluationError } from '../../evaluation-error.ts';

/** The day since 1970, and units of 10^−precision s since its midnight. */
export type DayAndTime = { readonly day: number; readonly time: number };

export function splitTime(value: Int, precision: number): DayAndTime {
  const perDay = unitsPerDay(precision);
  return { day: Number(floorDivide(value, perDay)), time: floorModulo(value, perDay) };
}

/** The inverse of {@link splitTime}; throws an EvaluationError outside of the years 1 to 9999. */
export function joinTime({ day, time }: DayAndTime, precision: number): Int {
  return checkedTime(addInts(multiplyInts(day, unitsPerDay(precision)), time), precision);
}

/** Throws an EvaluationError outside of the years 1 to 9999. */
export function checkedTime(value: Int, precision: number): Int {
  const millis = toMillis(value, precision);
  if (millis >= MIN_TIMESTAMP_MS && millis <= MAX_TIMESTAMP_MS) return value;
  throw new EvaluationError('The time is outside of the years 1 to 9999.');
}

/** The same day of another month, or its last where that month is shorter. Throws an EvaluationError outside of the years 1 to 9999. */
export function addMonths(days: number, months: number): number {
  const { year, month, day } = civilFromDays(days);
  const count = year * 12 + month - 1 + months;
  const newYear = Math.floor(count / 12);
  const newMonth = count - newYear * 12 + 1;
  if (!(newYear >= 1 && newYear <= 9999)) throw new EvaluationError('The date is outside of the years 1 to 9999.');
  return daysFromCivil(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)));
}

/** 1 is Monday, 7 Sunday. */
export function isoDayOfWeek(day: number): number {
  return floorModulo(day + 3, 7) + 1;
}

export function unitsPerDay(precision: number): number {
  return SECONDS_PER_DAY * unitsPerSecond(precision);
}
