import { expect, test } from 'vitest';
import { resultTable } from './result-table.ts';

const row = (product: string, orders: string) =>
  `{"product":${product},"window_start":"2026-01-01 14:05:00.000Z","window_end":"2026-01-01 14:06:00.000Z","window_time":"2026-01-01 14:05:59.999Z","orders":${orders}}`;

test('columns are aligned under their names, numbers to the right, as they were written', () => {
  expect(resultTable([row('"Tea, \\"green\\""', '9007199254740993'), row('null', '7')], 80)).toEqual([
    'product       window_start  window_end            orders',
    'Tea, "green"      14:05:00    14:06:00  9007199254740993',
    '–                 14:05:00    14:06:00                 7',
  ]);
});

test('what the width has no room for is left out, a long value is cut', () => {
  expect(resultTable([row(`"${'x'.repeat(40)}"`, '7')], 38)).toEqual([
    `product${' '.repeat(19)}window_start`,
    `${'x'.repeat(23)}…      14:05:00`,
  ]);
});

test('a fraction of a second is shown where there is one', () => {
  expect(resultTable(['{"at":"2026-01-01 14:05:00.120Z"}'], 80)).toEqual(['          at', '14:05:00.120']);
});

test('a value cannot steer the terminal', () => {
  expect(resultTable(['{"a":"\\u001b[2Jx"}'], 80)).toEqual(['a', '·[2Jx']);
});

test('lists and nested rows are shown as they were written', () => {
  expect(resultTable(['{"tags":["a,b",2],"at":{"lat":1.50,"who":null},"n":1}'], 80)).toEqual([
    'tags       at                       n',
    '["a,b",2]  {"lat":1.50,"who":null}  1',
  ]);
});
