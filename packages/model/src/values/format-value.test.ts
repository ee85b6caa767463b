import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayOf, BOOLEAN, BYTES, type ColumnType, decimal, INT, rowOf, STRING, TIMESTAMP_LTZ } from './column-type.ts';
import { formatDouble } from './format-double.ts';
import { formatValue } from './format-value.ts';
import type { Value } from './value.ts';

test.each([
  [0, '0.0'],
  [-0, '0.0'],
  [1, '1.0'],
  [100, '100.0'],
  [1.5, '1.5'],
  [0.001, '0.001'],
  [0.000_999, '9.99E-4'],
  [1e-4, '1.0E-4'],
  [9_999_999, '9999999.0'],
  [1e7, '1.0E7'],
  [123_456_789.123, '1.23456789123E8'],
  [-1e20, '-1.0E20'],
  [5e-324, '5.0E-324'],
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
])('the double %s is written %s', (value, text) => {
  expect(formatDouble(value)).toBe(text);
});

test('the text of a double reads as it', () => {
  fc.assert(fc.property(fc.double({ noNaN: true }), (value) => Number(formatDouble(value)) === value + 0));
});

test.each<readonly [NonNullable<Value>, ColumnType, string]>([
  [true, BOOLEAN, 'TRUE'],
  [-1230, decimal(10, 2), '-12.30'],
  [0, decimal(3, 3), '0.000'],
  [20_454, { kind: 'DATE' }, '2026-01-01'],
  [0, TIMESTAMP_LTZ, '1970-01-01 00:00:00.000'],
  [-1, { kind: 'TIMESTAMP', precision: 0 }, '1969-12-31 23:59:59'],
  [[1, null], arrayOf(INT), '[1, NULL]'],
  [
    [1, 'a'],
    rowOf([
      { name: 'a', type: INT },
      { name: 'b', type: STRING },
    ]),
    '(1, a)',
  ],
  [Uint8Array.of(0xc3, 0xa9), BYTES, 'é'],
  [9223372036854775807n, { kind: 'BIGINT' }, '9223372036854775807'],
])('%s as text', (value, type, text) => expect(formatValue(value, type)).toBe(text));
