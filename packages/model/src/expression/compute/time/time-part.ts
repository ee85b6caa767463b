import { civilFromDays, daysFromCivil } from '../../../values/calendar.ts';
import { addInts, multiplyInts } from '../../../values/integer.ts';
import { SECONDS_PER_DAY } from '../../../values/time-of-day.ts';
import { floorDivide, floorModulo, toPrecision, unitsPerSecond } from '../../../values/time-units.ts';
import type { Int } from '../../../values/value.ts';
import type { ExtractUnit } from '../../time-unit.ts';
import { type DayAndTime, isoDayOfWeek } from './civil-time.ts';

/** What EXTRACT reads of a day and the units of 10^−precision s since its midnight. */
export function timePart(unit: ExtractUnit, precision: number): (time: DayAndTime) => Int {
  const perSecond = unitsPerSecond(precision);
  const seconds = (time: number) => Number(floorDivide(time, perSecond));
  switch (unit) {
    case 'HOUR':
      return ({ time }) => Math.floor(seconds(time) / 3600);
    case 'MINUTE':
      return ({ time }) => Math.floor(seconds(time) / 60) % 60;
    case 'SECOND':
      return ({ time }) => seconds(time) % 60;
    case 'MILLISECOND':
      return ({ time }) => toPrecision(floorModulo(time, perSecond), precision, 3);
    case 'MICROSECOND':
      return ({ time }) => toPrecision(floorModulo(time, perSecond), precision, 6);
    case 'NANOSECOND':
      return ({ time }) => toPrecision(floorModulo(time, perSecond), precision, 9);
    case 'EPOCH':
      return ({ day, time }) => addInts(multiplyInts(day, SECONDS_PER_DAY), seconds(time));
    default: {
      const part = DATE_PARTS[unit];
      return ({ day }) => part(day);
    }
  }
}

type DateUnit = Exclude<
  ExtractUnit,
  'HOUR' | 'MINUTE' | 'SECOND' | 'MILLISECOND' | 'MICROSECOND' | 'NANOSECOND' | 'EPOCH'
>;

const DATE_PARTS: Readonly<Record<DateUnit, (day: number) => number>> = {
  YEAR: (day) => civilFromDays(day).year,
  QUARTER: (day) => Math.ceil(civilFromDays(day).month / 3),
  MONTH: (day) => civilFromDays(day).month,
  WEEK: isoWeek,
  DAY: (day) => civilFromDays(day).day,
  DOW: (day) => (isoDayOfWeek(day) % 7) + 1,
  ISODOW: isoDayOfWeek,
  DOY: (day) => day - daysFromCivil(civilFromDays(day).year, 1, 1) + 1,
  ISOYEAR: isoYear,
  DECADE: (day) => Math.floor(civilFromDays(day).year / 10),
  CENTURY: (day) => Math.ceil(civilFromDays(day).year / 100),
  MILLENNIUM: (day) => Math.ceil(civilFromDays(day).year / 1000),
};

/** Whether a part belongs to dates, so that a TIME has none. */
export function isDateUnit(unit: ExtractUnit): unit is DateUnit {
  return Object.hasOwn(DATE_PARTS, unit);
}

/** ISO 8601: the week belongs to the year that has its Thursday. */
function isoYear(day: number): number {
  return civilFromDays(thursdayOf(day)).year;
}

function isoWeek(day: number): number {
  const thursday = thursdayOf(day);
  return Math.floor((thursday - daysFromCivil(isoYear(day), 1, 1)) / 7) + 1;
}

function thursdayOf(day: number): number {
  return day - isoDayOfWeek(day) + 4;
}
