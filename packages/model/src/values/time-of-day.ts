import { digitsAt, endOfFraction, fractionAt, twoDigits } from './scan-digits.ts';
import { floorDivide, floorModulo, unitsPerSecond } from './time-units.ts';

export const SECONDS_PER_DAY = 86_400;

const COLON = 58;
const SECONDS_END = 8;

/** Units of 10^−precision s since midnight of `10:11:12[.f…]`; finer digits are cut off. Null for other texts. */
export function parseTime(text: string, precision: number): number | null {
  const seconds = secondsAt(text, 0);
  if (seconds < 0) return null;
  const end = endOfFraction(text, SECONDS_END);
  if (end !== text.length) return null;
  return seconds * unitsPerSecond(precision) + fractionAt(text, SECONDS_END, end, precision);
}

/** Seconds since midnight of the `hh:mm:ss` at a place, −1 where there is none. */
export function secondsAt(text: string, from: number): number {
  if (text.charCodeAt(from + 2) !== COLON || text.charCodeAt(from + 5) !== COLON) return -1;
  const hour = digitsAt(text, from, from + 2);
  const minute = digitsAt(text, from + 3, from + 5);
  const second = digitsAt(text, from + 6, from + SECONDS_END);
  const isTime = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
  return isTime ? hour * 3600 + minute * 60 + second : -1;
}

/** `10:11:12.345` with as many digits behind the point as the precision says. */
export function formatTime(value: number, precision: number): string {
  const seconds = Number(floorDivide(value, unitsPerSecond(precision)));
  const time = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  if (precision === 0) return time;
  return `${time}.${String(floorModulo(value, unitsPerSecond(precision))).padStart(precision, '0')}`;
}
