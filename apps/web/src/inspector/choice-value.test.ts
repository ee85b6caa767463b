import { expect, test } from 'vitest';
import { chosenOf, withChoice } from './choice-value.ts';

test.each([
  ['latest', { choice: 'latest', inner: null }],
  [{ time: '2026-01-01T00:00:00Z' }, { choice: 'time', inner: '2026-01-01T00:00:00Z' }],
  [undefined, { choice: '', inner: null }],
  [
    { a: 1, b: 2 },
    { choice: '{"a":1,"b":2}', inner: null },
  ],
  [7, { choice: '7', inner: null }],
])('%j is shown as what it is', (value, chosen) => {
  expect(chosenOf(value)).toEqual(chosen);
});

test('a choice with a value of its own is written as an object, the others as text', () => {
  const field = { choicesWithValue: ['time'] };
  expect(withChoice(field, 'time', 'x')).toEqual({ time: 'x' });
  expect(withChoice(field, 'latest', 'x')).toBe('latest');
  expect(withChoice({}, 'latest', '')).toBe('latest');
});
