import { expect, test } from 'vitest';
import { inReadingOrder, windowsOf } from './windows-of.ts';

const columns = ['key', 'window_start', 'window_end', 'window_time', 'n'].map((name) => ({ name, type: 'STRING' }));

test('the bounds of a window are found by their names', () => {
  expect(windowsOf(columns)).toEqual({ start: 1, end: 2, hidden: [1, 2, 3] });
  expect(windowsOf([{ name: 'n', type: 'INT' }])).toBeNull();
});

test('the newest window comes first, in it the keys in order', () => {
  const rows = [
    ['b', 1, 2, 0, 1],
    ['b', 2, 3, 0, 2],
    ['a', 2, 3, 0, 3],
  ];
  expect(inReadingOrder(rows, windowsOf(columns)).map(([key, start]) => `${key}${start}`)).toEqual(['a2', 'b2', 'b1']);
  expect(inReadingOrder(rows, null).map((row) => row[4])).toEqual([3, 2, 1]);
});
