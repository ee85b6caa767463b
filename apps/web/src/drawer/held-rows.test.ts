import { expect, test } from 'vitest';
import { NO_ROWS, type ResultRows } from '../run/result-rows.ts';
import { newRows } from './held-rows.ts';

const rows = (epoch: string, first: number, count: number): ResultRows => ({
  ...NO_ROWS,
  epoch,
  first,
  rows: Array.from({ length: count }, (_, i) => [i]),
});

test.each([
  ['nothing came', rows('a', 0, 5), rows('a', 0, 5), 0],
  ['some came', rows('a', 0, 5), rows('a', 0, 19), 14],
  ['old ones were let go meanwhile', rows('a', 0, 5), rows('a', 8, 5), 8],
  ['the view began anew', rows('a', 90, 5), rows('b', 0, 3), 3],
])('new rows while held: %s', (_, held, now, count) => {
  expect(newRows(held, now)).toBe(count);
});
