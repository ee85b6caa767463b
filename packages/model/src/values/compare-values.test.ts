import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareStrings, compareValues } from './compare-values.ts';
import { canonicalInt } from './integer.ts';
import type { Value } from './value.ts';

test.each<readonly [Value, Value, number]>([
  [1, 2, -1],
  [2, 2, 0],
  [9_007_199_254_740_993n, 9_007_199_254_740_991, 1],
  [-9_223_372_036_854_775_808n, 0, -1],
  [Number.NaN, Number.POSITIVE_INFINITY, 1],
  [Number.NaN, Number.NaN, 0],
  [Number.NEGATIVE_INFINITY, Number.NaN, -1],
  [false, true, -1],
  ['a', 'ab', -1],
  ['B', 'a', -1],
  ['\uffff', '\u{10000}', -1],
  [new Uint8Array([1, 255]), new Uint8Array([2]), -1],
])('%s against %s: %d [X2]', (a, b, sign) => {
  expect(Math.sign(compareValues(a, b))).toBe(sign);
  expect(Math.sign(compareValues(b, a))).toBe(0 - sign);
});

test('strings order as their UTF-8 bytes', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'),
    maxLength: 4,
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2000 },
  );
});

test('integers order as bigints', () => {
  const int = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(
      int,
      int,
      (a, b) => Math.sign(compareValues(canonicalInt(a), canonicalInt(b))) === (a < b ? -1 : a > b ? 1 : 0),
    ),
  );
});
