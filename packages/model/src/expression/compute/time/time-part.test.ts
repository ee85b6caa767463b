import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { succeeded } from '../../../testing/messages.ts';
import { DATE, TIMESTAMP } from '../../../values/column-type.ts';
import { MAX_TIMESTAMP_MS, MIN_TIMESTAMP_MS } from '../../../values/timestamp.ts';
import type { Value } from '../../../values/value.ts';
import { compileText } from '../../compile/compile-text.ts';
import { EvaluationError } from '../../evaluation-error.ts';

const columns = [
  { name: 'ts', type: TIMESTAMP, nullable: true },
  { name: 'other', type: TIMESTAMP, nullable: true },
  { name: 'day', type: DATE, nullable: true },
];
const anyTime = fc.integer({ min: MIN_TIMESTAMP_MS, max: MAX_TIMESTAMP_MS });

function value(text: string, ...row: readonly Value[]): Value {
  return succeeded(compileText(text, columns)).evaluate(row);
}

test('parts of a time are those of the calendar [X4]', () => {
  fc.assert(
    fc.property(anyTime, (ms) => {
      const date = new Date(ms);
      const parts: Readonly<Record<string, number>> = {
        YEAR: date.getUTCFullYear(),
        QUARTER: Math.floor(date.getUTCMonth() / 3) + 1,
        MONTH: date.getUTCMonth() + 1,
        DAY: date.getUTCDate(),
        HOUR: date.getUTCHours(),
        MINUTE: date.getUTCMinutes(),
        SECOND: date.getUTCSeconds(),
        MILLISECOND: date.getUTCMilliseconds(),
        DOW: date.getUTCDay() + 1,
        ISODOW: date.getUTCDay() === 0 ? 7 : date.getUTCDay(),
        EPOCH: Math.floor(ms / 1000),
        WEEK: isoWeek(date),
      };
      for (const [unit, expected] of Object.entries(parts))
        expect(value(`EXTRACT(${unit} FROM ts)`, ms), unit).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

/** By ISO 8601: how many Thursdays the year has had up to that of this week. */
function isoWeek(date: Date): number {
  const thursday = new Date(date.getTime());
  thursday.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const start = new Date(0);
  start.setUTCFullYear(thursday.getUTCFullYear(), 0, 1);
  start.setUTCHours(0, 0, 0, 0);
  return Math.floor((thursday.getTime() - start.getTime()) / 604_800_000) + 1;
}

describe.each(['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND'])('%s', (unit) => {
  test('floor and ceil lie around a time, start a unit, and have none between them', () => {
    const inner = fc.integer({ min: MIN_TIMESTAMP_MS + 4e10, max: MAX_TIMESTAMP_MS - 4e10 });
    fc.assert(
      fc.property(inner, (ms) => {
        const floor = value(`FLOOR(ts TO ${unit})`, ms) as number;
        const ceil = value(`CEIL(ts TO ${unit})`, ms) as number;
        expect(floor <= ms && ms <= ceil && (floor === ms) === (ceil === ms)).toBe(true);
        expect(value(`FLOOR(ts TO ${unit})`, floor)).toBe(floor);
        expect(value(`FLOOR(ts TO ${unit})`, ceil)).toBe(ceil);
        if (ceil > floor) expect(value(`FLOOR(ts TO ${unit})`, ceil - 1)).toBe(floor);
      }),
      { numRuns: 200 },
    );
  });

  test('what is added is the difference', () => {
    fc.assert(
      fc.property(anyTime, fc.integer({ min: -2000, max: 2000 }), (ms, count) => {
        const added = attempt(() => value(`TIMESTAMPADD(${unit}, ${count}, ts)`, ms));
        if (added === null) return;
        const difference = value(`TIMESTAMPDIFF(${unit}, ts, other)`, ms, added) as number;
        const clamps = unit === 'MONTH' || unit === 'QUARTER' || unit === 'YEAR';
        const isLate = clamps && new Date(ms).getUTCDate() !== new Date(Number(added)).getUTCDate();
        if (isLate) expect(Math.abs(difference - count)).toBeLessThanOrEqual(1);
        else expect(difference).toBe(count);
      }),
      { numRuns: 300 },
    );
  });
});

/** Null outside of the years 1 to 9999. */
function attempt(compute: () => Value): Value {
  try {
    return compute();
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}

test.each<readonly [string, string]>([
  ["DATE '2026-01-31' + INTERVAL '1' MONTH", '2026-02-28'],
  ["DATE '2024-02-29' + INTERVAL '1' YEAR", '2025-02-28'],
  ["DATE '2026-03-31' - INTERVAL '1' MONTH", '2026-02-28'],
  ["DATE '2026-03-31' - INTERVAL '31' DAY", '2026-02-28'],
  ["TIMESTAMP '2026-01-31 10:00:00' + INTERVAL '1' MONTH", '2026-02-28 10:00:00.000'],
  ["CAST('2026-01-01' AS TIMESTAMP(0)) + INTERVAL '0.5' SECOND", '2026-01-01 00:00:00.500'],
  ["CAST('2026-01-01' AS TIMESTAMP(0)) + INTERVAL '5' SECOND", '2026-01-01 00:00:05'],
  ["CAST('2026-01-01 00:00:00.123456789' AS TIMESTAMP(9)) - INTERVAL '1' HOUR", '2025-12-31 23:00:00.123456789'],
  ["TIMESTAMP '2026-01-01 00:00:00' + INTERVAL '1 2:03:04.5' DAY TO SECOND", '2026-01-02 02:03:04.500'],
])('%s is %s', (text, expected) => {
  expect(value(`CAST(${text} AS STRING)`)).toBe(expected);
});

test('outside of the years 1 to 9999 a time is an error of the row [X2]', () => {
  for (const text of [
    "DATE '9999-12-31' + INTERVAL '1' DAY",
    "TIMESTAMP '0001-01-01 00:00:00' - INTERVAL '1' SECOND",
  ]) {
    expect(() => value(text)).toThrow('outside of the years 1 to 9999');
  }
});
