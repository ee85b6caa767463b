import { expect, test } from 'vitest';
import { cellText, durationText, grouped, momentText, rateOf, timeOfDay, windowName } from './format.ts';

const AT = Date.UTC(2026, 0, 1, 14, 5, 26, 690);

test.each([
  [0, '0'],
  [999, '999'],
  [12_400, '12,400'],
  ['9007199254740993', '9,007,199,254,740,993'],
  [-1_000, '-1,000'],
])('%s is grouped', (count, text) => {
  expect(grouped(count)).toBe(text);
});

test.each([
  [0, '0', '/s'],
  [0.13, '8', '/min'],
  [0.001, '1', '/min'],
  [112.4, '112', '/s'],
  [9_999.9, '10,000', '/s'],
  [48_210, '48.2', 'k/s'],
])('%d rows a second', (perSecond, figure, unit) => {
  expect(rateOf(perSecond)).toEqual({ figure, unit });
});

test('a time of day is cut, never rounded up', () => {
  expect(timeOfDay(AT)).toBe('14:05:26.6');
  expect(timeOfDay(AT - 690)).toBe('14:05:26');
});

test('a window has seconds only where its bounds have them', () => {
  expect(windowName(AT - 26_690, AT + 33_310, AT)).toBe('14:05–14:06');
  expect(windowName(AT - 6_690, AT + 3_310, AT)).toBe('14:05:20–14:05:30');
});

test('the day is named where it is not today', () => {
  const [midnight, day] = [Date.UTC(2026, 0, 2), 86_400_000];
  expect(momentText(AT, AT)).toBe('14:05:26.6');
  expect(momentText(AT, midnight)).toBe('2026-01-01 14:05:26.6');
  expect(windowName(AT - 26_690, AT + 33_310, midnight)).toBe('2026-01-01 14:05–14:06');
  expect(windowName(midnight - day, midnight, AT)).toBe('00:00–2026-01-02 00:00');
  expect(windowName(midnight - 60_000, midnight, midnight)).toBe('2026-01-01 23:59–00:00');
});

test.each([
  [400, '0.4 s'],
  [42_900, '42 s'],
  [180_000, '3 min'],
  [7_300_000, '2 h'],
])('%d ms', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [null, 'STRING', '–'],
  [{ exact: '9007199254740993' }, 'BIGINT', '9,007,199,254,740,993'],
  [{ exact: '-1234567.8901' }, 'DECIMAL(12, 4)', '-1,234,567.8901'],
  [1234, 'BIGINT', '1,234'],
  [1234.5, 'DOUBLE', '1234.5'],
  [AT, 'TIMESTAMP_LTZ(3)', '14:05:26.6'],
  ['12345', 'STRING', '12345'],
  [true, 'BOOLEAN', 'true'],
])('%j of %s', (cell, type, text) => {
  expect(cellText(cell, type, AT)).toBe(text);
});
