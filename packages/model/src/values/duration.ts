import { failure, type Result, success } from '../issue.ts';

/** From the largest, so that the first that divides a duration gives its shortest text. */
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

const UNIT_MS: ReadonlyMap<string, number> = new Map(UNITS);
const CALENDAR: ReadonlyMap<string, string> = new Map([
  ['w', 'week'],
  ['mo', 'month'],
  ['q', 'quarter'],
  ['y', 'year'],
]);
const SHAPE = /^(-?)(\d{1,16})([a-zA-Z]+)$/;

/**
 * Milliseconds of a fixed duration: `500ms`, `10s`, `5m`, `1h`, `1d`, with a minus sign where `signed`. Calendar units are
 * refused: their length depends on the date (T4).
 */
export function parseDuration(text: string, signed: 'signed' | 'unsigned' = 'signed'): Result<number> {
  const parts = SHAPE.exec(text);
  if (parts === null) return refused(`${shown(text)} is no duration. ${example(text)}`);
  const [, sign, amount, unit] = parts as unknown as [string, string, string, string];
  const calendar = CALENDAR.get(unit);
  if (calendar !== undefined) {
    return refused(
      `${text} is not available yet: how long a ${calendar} is depends on the calendar. Write a fixed duration, such as 7d.`,
    );
  }
  const unitMs = UNIT_MS.get(unit);
  if (unitMs === undefined) return refused(`There is no unit ${shown(unit)} of time. Write one of ms, s, m, h, d.`);
  if (sign === '-' && signed === 'unsigned') return refused(`The duration ${text} is negative. Write one from 0s on.`);
  const ms = Number(amount) * unitMs;
  if (!Number.isSafeInteger(ms)) return refused(`The duration ${text} is too long. Write a shorter one.`);
  return success(sign === '-' && ms !== 0 ? -ms : ms);
}

/** As documents write it, in the largest unit that divides it: 90 000 is `90s`, 60 000 is `1m`. Whole milliseconds. */
export function formatDuration(ms: number): string {
  return inLargestUnit(ms, (amount, unit) => `${amount}${unit}`);
}

/** For people, with a space and `min` for minutes: `10 s`, `5 min`, `-2 h`. */
export function durationInWords(ms: number): string {
  return inLargestUnit(ms, (amount, unit) => `${amount} ${unit === 'm' ? 'min' : unit}`);
}

function inLargestUnit(ms: number, text: (amount: number, unit: string) => string): string {
  if (ms === 0) return text(0, 's');
  for (const [unit, unitMs] of UNITS) if (ms % unitMs === 0) return text(ms / unitMs, unit);
  return text(ms, 'ms');
}

function example(text: string): string {
  if (/^-?\d+$/.test(text)) return `Add a unit: ${text.slice(0, 15)}ms or ${text.slice(0, 15)}s.`;
  if (/^-?\d+\s+[a-z]+$/.test(text)) return `Write it without a space: ${text.replace(/\s+/, '').slice(0, 20)}.`;
  return 'Write a whole number and a unit, such as 500ms, 10s, 5m, 1h or 1d.';
}

function shown(text: string): string {
  if (text === '') return 'An empty text';
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}

function refused(message: string): Result<number> {
  return failure([{ severity: 'error', message }]);
}
