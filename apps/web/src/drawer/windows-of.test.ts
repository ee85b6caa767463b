import { expect, test } from 'vitest';
import { committedTo, inReadingOrder, newestRows, windowsOf } from './windows-of.ts';

const columns = ['key', 'window_start', 'window_end', 'window_time', 'n'].map((name) => ({ name, type: 'STRING' }));
const ROWS = [
  ['b', 1, 2, 0, 1],
  ['b', 2, 3, 0, 2],
  ['a', 2, 3, 0, 3],
];

test('the bounds of a window are found by their names', () => {
  expect(windowsOf(columns)).toEqual({ start: 1, end: 2, hidden: [1, 2, 3] });
  expect(windowsOf([{ name: 'n', type: 'INT' }])).toBeNull();
});

test('the newest window comes first, in it the keys in order', () => {
  const rows = newestRows({ first: 7, rows: ROWS }, 10);
  expect(inReadingOrder(rows, windowsOf(columns)).map(({ row: [key, start] }) => `${key}${start}`)).toEqual([
    'a2',
    'b2',
    'b1',
  ]);
  expect(inReadingOrder(rows, null).map(({ row }) => row[4])).toEqual([3, 2, 1]);
});

test('a row keeps its number, and rows that are equal have different ones', () => {
  const rows = newestRows({ first: 40, rows: [['x'], ['x'], ['x']] }, 2);
  expect(rows.map(({ sequence }) => sequence)).toEqual([41, 42]);
  expect(inReadingOrder(rows, null).map(({ sequence }) => sequence)).toEqual([42, 41]);
});

test('the last row says up to where windows are committed', () => {
  const windows = { start: 1, end: 2, hidden: [] };
  expect(committedTo({ rows: ROWS }, windows)).toBe(3);
  expect(committedTo({ rows: [] }, windows)).toBe(Number.NEGATIVE_INFINITY);
});
