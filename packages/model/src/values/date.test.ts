import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate, MAX_DATE, MIN_DATE, parseDate } from './date.ts';
import { formatTime, parseTime } from './time-of-day.ts';

test('a date is written as the platform writes it, and read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_DATE, max: MAX_DATE }), (days) => {
      const text = formatDate(days);
      expect(text).toBe(new Date(days * 86_400_000).toISOString().slice(0, 10));
      expect(parseDate(text)).toBe(days);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['2026-02-29', '2026-1-1', '2026-01-01 ', '2026-13-01', '0000-01-01', '20260101', '', '2026-01-01T'])(
  '%j is no date',
  (text) => expect(parseDate(text)).toBeNull(),
);

test('a time of day is read as it is written', () => {
  const time = fc.nat(9).chain((precision) => fc.tuple(fc.nat(86_400 * 10 ** precision - 1), fc.constant(precision)));
  fc.assert(fc.property(time, ([value, precision]) => parseTime(formatTime(value, precision), precision) === value));
});

test.each([
  [37_872_000, 3, '10:31:12.000'],
  [0, 0, '00:00:00'],
  [86_399_999_999_999, 9, '23:59:59.999999999'],
])('%i of TIME(%i) is %s', (value, precision, text) => expect(formatTime(value, precision)).toBe(text));

test.each<readonly [string, number | null]>([
  ['10:11:12', 36_672_000],
  ['10:11:12.3456', 36_672_345],
  ['24:00:00', null],
  ['10:60:00', null],
  ['10:11:60', null],
  ['10:11', null],
  ['10:11:12.', null],
  ['10:11:12Z', null],
])('%s as TIME(3)', (text, value) => expect(parseTime(text, 3)).toBe(value));
