import { civilFromDays } from '../../../values/calendar.ts';
import { compareNumbers } from '../../../values/compare-values.ts';
import { fitsInt } from '../../../values/integer.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import { type TimeUnit, UNIT_MONTHS, UNIT_MS } from '../../time-unit.ts';
import { addMonths, type DayAndTime } from './civil-time.ts';

/** How many whole units lie between two times in milliseconds, negative where the second is earlier. An EvaluationError beyond INT. */
export function timeDifference(unit: TimeUnit, from: DayAndTime, to: DayAndTime): number {
  const difference =
    unit === 'YEAR' || unit === 'QUARTER' || unit === 'MONTH'
      ? Math.trunc(monthsBetween(from, to) / UNIT_MONTHS[unit])
      : Math.trunc(((to.day - from.day) * UNIT_MS.DAY + to.time - from.time) / UNIT_MS[unit]);
  if (fitsInt(difference)) return difference + 0;
  throw new EvaluationError(`${difference} ${unit.toLowerCase()}s exceed INT.`);
}

function monthsBetween(from: DayAndTime, to: DayAndTime): number {
  if (compareTimes(to, from) < 0) return -monthsBetween(to, from);
  const [first, last] = [civilFromDays(from.day), civilFromDays(to.day)];
  const months = (last.year - first.year) * 12 + last.month - first.month;
  return compareTimes({ day: addMonths(from.day, months), time: from.time }, to) > 0 ? months - 1 : months;
}

function compareTimes(a: DayAndTime, b: DayAndTime): number {
  return compareNumbers(a.day, b.day) || compareNumbers(a.time, b.time);
}
