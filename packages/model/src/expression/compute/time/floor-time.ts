import { civilFromDays, daysFromCivil } from '../../../values/calendar.ts';
import { floorModulo, unitsPerSecond } from '../../../values/time-units.ts';
import { type TimeUnit, UNIT_MS } from '../../time-unit.ts';
import { addMonths, type DayAndTime, isoDayOfWeek } from './civil-time.ts';

/** The start of the unit that a time lies in; a week starts on Sunday, as in Flink. */
export function floorTime({ day, time }: DayAndTime, unit: TimeUnit, precision: number): DayAndTime {
  switch (unit) {
    case 'YEAR':
    case 'QUARTER':
    case 'MONTH':
    case 'WEEK':
    case 'DAY':
      return { day: floorDay(day, unit), time: 0 };
    default: {
      const size = (UNIT_MS[unit] / 1000) * unitsPerSecond(precision);
      return { day, time: size <= 1 ? time : time - floorModulo(time, size) };
    }
  }
}

/** The time itself where a unit starts there, else the start of the next one. */
export function ceilTime(time: DayAndTime, unit: TimeUnit, precision: number): DayAndTime {
  const floor = floorTime(time, unit, precision);
  if (floor.day === time.day && floor.time === time.time) return time;
  switch (unit) {
    case 'YEAR':
      return { day: addMonths(floor.day, 12), time: 0 };
    case 'QUARTER':
      return { day: addMonths(floor.day, 3), time: 0 };
    case 'MONTH':
      return { day: addMonths(floor.day, 1), time: 0 };
    case 'WEEK':
      return { day: floor.day + 7, time: 0 };
    case 'DAY':
      return { day: floor.day + 1, time: 0 };
    default:
      // May be the midnight behind the day: the sum of both parts is what counts.
      return { day: floor.day, time: floor.time + (UNIT_MS[unit] / 1000) * unitsPerSecond(precision) };
  }
}

/** The first day of the unit. */
function floorDay(day: number, unit: 'YEAR' | 'QUARTER' | 'MONTH' | 'WEEK' | 'DAY'): number {
  const { year, month } = civilFromDays(day);
  switch (unit) {
    case 'YEAR':
      return daysFromCivil(year, 1, 1);
    case 'QUARTER':
      return daysFromCivil(year, month - ((month - 1) % 3), 1);
    case 'MONTH':
      return daysFromCivil(year, month, 1);
    case 'WEEK':
      return day - (isoDayOfWeek(day) % 7);
    case 'DAY':
      return day;
  }
}
