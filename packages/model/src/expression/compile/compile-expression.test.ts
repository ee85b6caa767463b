import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { succeeded } from '../../testing/messages.ts';
import { BIGINT, BOOLEAN, type ColumnType, DOUBLE, INT, STRING, TIMESTAMP } from '../../values/column-type.ts';
import { compareValues } from '../../values/compare-values.ts';
import { canonicalInt } from '../../values/integer.ts';
import type { Row, Value } from '../../values/value.ts';
import { compileCondition, compileText } from './compile-text.ts';

function both(text: string, types: readonly ColumnType[], row: Row): { value: Value; holds: boolean } {
  const columns = types.map((type, i) => ({ name: 'abcdef'[i] as string, type, nullable: true }));
  return {
    value: succeeded(compileText(text, columns)).evaluate(row),
    holds: succeeded(compileCondition(text, columns)).holds(row),
  };
}

describe('three-valued logic, by truth table [X1]', () => {
  const [T, F, N] = [true, false, null];
  const AND = [T, T, T, T, F, F, T, N, N, F, T, F, F, F, F, F, N, F, N, T, N, N, F, F, N, N, N];
  const OR = [T, T, T, T, F, T, T, N, T, F, T, T, F, F, F, F, N, N, N, T, T, N, F, N, N, N, N];
  const rows = (flat: readonly (boolean | null)[]) =>
    Array.from(
      { length: 9 },
      (_, i) => flat.slice(i * 3, i * 3 + 3) as [boolean | null, boolean | null, boolean | null],
    );
  const not = (value: boolean | null) => (value === null ? null : !value);

  test.each(rows(AND))('%s AND %s is %s', (a, b, result) => {
    expect(both('a AND b', [BOOLEAN, BOOLEAN], [a, b])).toEqual({ value: result, holds: result === true });
    expect(both('NOT (a AND b)', [BOOLEAN, BOOLEAN], [a, b])).toEqual({ value: not(result), holds: result === false });
  });

  test.each(rows(OR))('%s OR %s is %s', (a, b, result) => {
    expect(both('a OR b', [BOOLEAN, BOOLEAN], [a, b])).toEqual({ value: result, holds: result === true });
    expect(both('NOT (a OR b)', [BOOLEAN, BOOLEAN], [a, b])).toEqual({ value: not(result), holds: result === false });
  });

  test.each([
    ['NOT a', [F, T, N]],
    ['a IS NULL', [F, F, T]],
    ['a IS NOT NULL', [T, T, F]],
    ['a IS TRUE', [T, F, F]],
    ['a IS NOT TRUE', [F, T, T]],
    ['a IS FALSE', [F, T, F]],
    ['a IS NOT FALSE', [T, F, T]],
    ['NOT (a IS TRUE)', [F, T, T]],
  ] as const)('%s of TRUE, FALSE, NULL is %s', (text, results) => {
    [T, F, N].forEach((a, i) => {
      expect(both(text, [BOOLEAN], [a])).toEqual({ value: results[i], holds: results[i] === true });
    });
  });
});

describe('comparisons', () => {
  const int = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }).map(canonicalInt),
    fc.constantFrom<Value>(-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n),
  );
  const double = fc.constantFrom<Value>(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0,
    1,
    -1.5,
    1e300,
  );
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\uffff', '😀'), maxLength: 2 });
  const values: readonly (readonly [ColumnType, fc.Arbitrary<Value>])[] = [
    [INT, fc.integer({ min: -2, max: 2 })],
    [BIGINT, int],
    [DOUBLE, double],
    [STRING, text],
    [BOOLEAN, fc.boolean()],
    [TIMESTAMP, fc.integer({ min: -2, max: 2 })],
  ];
  const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
    '=': (order) => order === 0,
    '<>': (order) => order !== 0,
    '<': (order) => order < 0,
    '<=': (order) => order <= 0,
    '>': (order) => order > 0,
    '>=': (order) => order >= 0,
  };

  for (const [type, value] of values) {
    test.each(Object.entries(HOLDS))(
      `${type.kind} %s agrees with the order of values, NULL with none [X1, X2]`,
      (operator, holds) => {
        const side = fc.option(value, { nil: null, freq: 8 });
        fc.assert(
          fc.property(side, side, (a, b) => {
            const result = a === null || b === null ? null : holds(compareValues(a, b));
            expect(both(`a ${operator} b`, [type, type], [a, b])).toEqual({ value: result, holds: result === true });
            expect(both(`NOT a ${operator} b`, [type, type], [a, b]).holds).toBe(result === false);
          }),
          { numRuns: 300 },
        );
      },
    );
  }

  test.each(Object.entries(HOLDS))('a column %s a number, on either side [X1, X2]', (operator, holds) => {
    const column = fc.oneof(fc.tuple(fc.constant(BIGINT), int), fc.tuple(fc.constant(DOUBLE), double));
    fc.assert(
      fc.property(column, fc.integer({ min: -3, max: 3 }), ([type, value], bound) => {
        const result = holds(compareValues(value, bound));
        expect(both(`a ${operator} ${bound}`, [type], [value])).toEqual({ value: result, holds: result });
        expect(both(`NOT a ${operator} ${bound}`, [type], [value])).toEqual({ value: !result, holds: !result });
        const flipped = holds(compareValues(bound, value));
        expect(both(`${bound} ${operator} a`, [type], [value])).toEqual({ value: flipped, holds: flipped });
        expect(both(`a ${operator} ${bound}`, [type], [null])).toEqual({ value: null, holds: false });
        expect(both(`NOT a ${operator} ${bound}`, [type], [null])).toEqual({ value: null, holds: false });
      }),
      { numRuns: 500 },
    );
  });

  test.each<readonly [string, ColumnType, Value, boolean]>([
    ['a = 9007199254740993', BIGINT, 9_007_199_254_740_993n, true],
    ['a = 9007199254740993', BIGINT, 9_007_199_254_740_992n, false],
    ['a > 9007199254740992', BIGINT, 9_007_199_254_740_993n, true],
    ['a = 9007199254740992e0', BIGINT, 9_007_199_254_740_993n, true],
    ['a > 9007199254740992e0', BIGINT, 9_007_199_254_740_993n, false],
    ['a = 9007199254740992.0', BIGINT, 9_007_199_254_740_993n, false],
    ['a > 9007199254740992.0', BIGINT, 9_007_199_254_740_993n, true],
    ['a = 1.0', INT, 1, true],
    ["a = TIMESTAMP '1970-01-01 00:00:01'", TIMESTAMP, 1000, true],
  ])('%s of %s %s is %s [X2]', (condition, type, value, result) => {
    expect(both(condition, [type], [value])).toEqual({ value: result, holds: result });
  });
});

test('a side that cannot matter any more is not computed [X3]', () => {
  const columns = [{ name: 'a', type: INT, nullable: true }];
  const value = (text: string) => succeeded(compileText(text, columns)).evaluate([0]);
  expect(value('a <> 0 AND 10 / a > 1')).toBe(false);
  expect(value('a = 0 OR 10 / a > 1')).toBe(true);
  expect(() => value('10 / a > 1 OR a = 0')).toThrow('Division by zero: 10 / a.');
  expect(succeeded(compileCondition('a <> 0 AND 10 / a > 1', columns)).holds([0])).toBe(false);
});
