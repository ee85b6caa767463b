import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcome } from '../testing/messages.ts';
import { durationInWords, formatDuration, parseDuration } from './duration.ts';

test.each([
  ['500ms', 500],
  ['10s', 10_000],
  ['5m', 300_000],
  ['1h', 3_600_000],
  ['1d', 86_400_000],
  ['36h', 129_600_000],
  ['0s', 0],
  ['-0s', 0],
  ['-5m', -300_000],
])('%s is %d ms', (text, ms) => {
  expect(outcome(parseDuration(text))).toBe(ms);
});

test.each([
  ['1w', 'how long a week is depends on the calendar'],
  ['1mo', 'how long a month is depends on the calendar'],
  ['1q', 'how long a quarter is'],
  ['1y', 'how long a year is'],
  ['10', 'Add a unit: 10ms or 10s.'],
  ['10 s', 'Write it without a space: 10s.'],
  ['10S', 'There is no unit S of time.'],
  ['1.5s', 'is no duration'],
  ['', 'An empty text is no duration'],
  ['1h30m', 'is no duration'],
  ['9999999999999999d', 'is too long'],
])('%s is refused with the reason [T4]', (text, message) => {
  expect(outcome(parseDuration(text))).toContain(message);
});

test('a minus sign is refused where none is allowed', () => {
  expect(outcome(parseDuration('-1s', 'unsigned'))).toContain('is negative');
  expect(outcome(parseDuration('1s', 'unsigned'))).toBe(1000);
});

test('every duration is read as it was written', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (ms) => outcome(parseDuration(formatDuration(ms))) === ms));
});

test.each([
  [10_000, '10s', '10 s'],
  [90_000, '90s', '90 s'],
  [300_000, '5m', '5 min'],
  [-7_200_000, '-2h', '-2 h'],
  [1_500, '1500ms', '1500 ms'],
  [0, '0s', '0 s'],
])('%d ms is %s, for people %s', (ms, text, words) => {
  expect(formatDuration(ms)).toBe(text);
  expect(durationInWords(ms)).toBe(words);
});
