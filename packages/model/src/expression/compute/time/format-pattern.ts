import { civilFromDays, daysFromCivil } from '../../../values/calendar.ts';
import type { Int } from '../../../values/value.ts';
import { isoDayOfWeek, splitTime } from './civil-time.ts';
import { DAY_NAMES, MONTH_NAMES, type PatternPart } from './date-pattern.ts';

/** A time in nanoseconds since 1970, as a pattern writes it. */
export function formatPattern(parts: readonly PatternPart[], nanos: Int): string {
  const { day, time } = splitTime(nanos, 9);
  return parts.map((part) => (part.kind === 'text' ? part.text : formatField(part, day, time))).join('');
}

function formatField({ letter, count }: Extract<PatternPart, { kind: 'field' }>, day: number, time: number): string {
  const { year, month, day: dayOfMonth } = civilFromDays(day);
  const seconds = Math.floor(time / 1e9);
  const hour = Math.floor(seconds / 3600);
  const digits = (value: number) => String(value).padStart(count, '0');
  switch (letter) {
    case 'y':
      return count === 2 ? String(year % 100).padStart(2, '0') : digits(year);
    case 'M':
      return count < 3 ? digits(month) : named(MONTH_NAMES, month, count);
    case 'd':
      return digits(dayOfMonth);
    case 'D':
      return digits(day - daysFromCivil(year, 1, 1) + 1);
    case 'E':
      return named(DAY_NAMES, isoDayOfWeek(day), count);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'H':
      return digits(hour);
    case 'h':
      return digits(hour % 12 === 0 ? 12 : hour % 12);
    case 'm':
      return digits(Math.floor(seconds / 60) % 60);
    case 's':
      return digits(seconds % 60);
    case 'S':
      return String(time % 1e9)
        .padStart(9, '0')
        .padEnd(count, '0')
        .slice(0, count);
  }
}

function named(names: readonly string[], index: number, count: number): string {
  const name = names[index - 1] as string;
  return count < 4 ? name.slice(0, 3) : name;
}
