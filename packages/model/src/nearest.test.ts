import { expect, test } from 'vitest';
import { listed, nearest } from './nearest.ts';

const NAMES = ['price', 'auction', 'id', 'date_time'];

test.each([
  ['prize', 'price'],
  ['pirce', 'price'],
  ['PRICE', 'price'],
  ['pric', 'price'],
  ['auctoin', 'auction'],
  ['dateTime', 'date_time'],
  ['xyz', null],
  ['x', null],
  ['', null],
  ['p'.repeat(100_000), null],
])('%s: %s', (written, meant) => {
  expect(nearest(written, NAMES)).toBe(meant);
});

test('a list for a message ends with and, and ends early', () => {
  expect(listed([])).toBe('');
  expect(listed(['a'])).toBe('a');
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  expect(listed(Array.from({ length: 20 }, (_, i) => `c${i}`))).toMatch(/c11 and 8 more$/);
});
