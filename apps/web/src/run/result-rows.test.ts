import type { Rows } from '@millrace/live';
import { expect, test } from 'vitest';
import { foldRows, NO_ROWS, type ResultRows } from './result-rows.ts';

const frame = (epoch: string, first: number, values: readonly number[], skipped = 0): Rows => ({
  epoch,
  first,
  skipped,
  columns: [{ name: 'n', type: 'BIGINT' }],
  values: [[...values]],
});

const folded = (...frames: readonly Rows[]): ResultRows => frames.reduce(foldRows, NO_ROWS);
const values = ({ rows }: ResultRows) => rows.map(([value]) => value);

test('rows follow one another', () => {
  const rows = folded(frame('a', 5, [5, 6]), frame('a', 7, [7]));
  expect([rows.first, values(rows), rows.gaps]).toEqual([5, [5, 6, 7], 0]);
});

test('a row that came before is seen once', () => {
  expect(values(folded(frame('a', 0, [0, 1, 2]), frame('a', 1, [1, 2, 3])))).toEqual([0, 1, 2, 3]);
});

test('what was missed is counted, and the rows before it are let go', () => {
  const rows = folded(frame('a', 0, [0, 1]), frame('a', 5, [5], 3));
  expect([rows.first, values(rows), rows.gaps]).toEqual([5, [5], 3]);
});

test('another epoch begins anew', () => {
  const rows = folded(frame('a', 0, [0, 1]), frame('b', 0, [9]));
  expect([rows.epoch, values(rows)]).toEqual(['b', [9]]);
});

test('the newest ten thousand are kept', () => {
  const rows = folded(
    frame(
      'a',
      0,
      Array.from({ length: 10_003 }, (_, i) => i),
    ),
  );
  expect([rows.first, rows.rows.length, values(rows)[0]]).toEqual([3, 10_000, 3]);
});
