import { expect, test } from 'vitest';
import type { ResultRows } from '../run/result-rows.ts';
import { barSeries, keysOf } from './bar-series.ts';

const MINUTE = 60_000;
const columns = [
  { name: 'product', type: 'STRING' },
  { name: 'window_start', type: 'TIMESTAMP_LTZ(3)' },
  { name: 'window_end', type: 'TIMESTAMP_LTZ(3)' },
  { name: 'window_time', type: 'TIMESTAMP_LTZ(3)' },
  { name: 'orders', type: 'BIGINT' },
];
const row = (product: string | null, minute: number, orders: number) => [
  product,
  minute * MINUTE,
  (minute + 1) * MINUTE,
  0,
  orders,
];
const rowsOf = (rows: ResultRows['rows']): ResultRows => ({ epoch: '1', columns, first: 0, rows, gaps: 0 });

test('the windows of one key, oldest first', () => {
  const rows = rowsOf([row('tea', 1, 10), row('mug', 1, 3), row('tea', 2, 12), row('mug', 2, 4)]);
  expect(barSeries(rows, 'tea')).toEqual({
    key: 'tea',
    column: 'orders',
    bars: [
      { startMs: MINUTE, value: 10 },
      { startMs: 2 * MINUTE, value: 12 },
    ],
  });
  expect(barSeries(rows, null)?.key).toBe('mug');
  expect(keysOf(rows)).toEqual(['mug', 'tea']);
});

test('the last twelve windows, and a key that is NULL', () => {
  const rows = rowsOf(Array.from({ length: 20 }, (_, i) => row(null, i, i)));
  expect(barSeries(rows, null)?.bars.map(({ value }) => value)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect(keysOf(rows)).toEqual(['NULL']);
});

test('rows of no window have no bars', () => {
  expect(barSeries({ ...rowsOf([[1]]), columns: [{ name: 'n', type: 'INT' }] }, null)).toBeNull();
});
