import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { succeeded } from '../../testing/messages.ts';
import { BIGINT, type ColumnType, DOUBLE, INT } from '../../values/column-type.ts';
import { canonicalInt } from '../../values/integer.ts';
import type { Value } from '../../values/value.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { compileText } from './compile-text.ts';

type Outcome = Value | { readonly error: string };

/** The value of `a operator b` with both as columns, or the error's sentence. */
function computed(text: string, types: readonly [ColumnType, ColumnType], row: readonly [Value, Value]): Outcome {
  const columns = types.map((type, i) => ({ name: i === 0 ? 'a' : 'b', type, nullable: true }));
  const { evaluate } = succeeded(compileText(text, columns));
  try {
    return evaluate(row);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { error: error.message };
  }
}

const near = (edge: bigint) => fc.bigInt({ min: -3n, max: 3n }).map((offset) => edge + offset);

function integers(bits: bigint): fc.Arbitrary<bigint> {
  const [min, max] = [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  const edges = [0n, min, max, 2n ** 31n, 2n ** 53n, -(2n ** 53n), 2n ** 26n, 3_037_000_500n, 94_906_266n];
  return fc
    .oneof(fc.bigInt({ min, max }), ...edges.map(near), fc.bigInt({ min: -1000n, max: 1000n }))
    .filter((value) => value >= min && value <= max);
}

const ORACLE: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function expected(operator: string, a: bigint, b: bigint, type: 'INT' | 'BIGINT'): Outcome {
  if (b === 0n && (operator === '/' || operator === '%')) return { error: `Division by zero: a ${operator} b.` };
  const result = (ORACLE[operator] as (a: bigint, b: bigint) => bigint)(a, b);
  const bits = type === 'INT' ? 31n : 63n;
  if (result >= -(2n ** bits) && result < 2n ** bits) return canonicalInt(result);
  return { error: `${a} ${operator} ${b < 0n ? `(${b})` : b} exceeds ${type}.` };
}

describe.each(['+', '-', '*', '/', '%'])('a %s b', (operator) => {
  test.each<{ left: ColumnType; right: ColumnType; type: 'INT' | 'BIGINT' }>([
    { left: INT, right: INT, type: 'INT' },
    { left: BIGINT, right: BIGINT, type: 'BIGINT' },
    { left: INT, right: BIGINT, type: 'BIGINT' },
  ])('$left.kind with $right.kind is exact or an error [X2]', ({ left, right, type }) => {
    const side = (of: ColumnType) => integers(of.kind === 'INT' ? 32n : 64n);
    fc.assert(
      fc.property(side(left), side(right), (a, b) => {
        const row = [canonicalInt(a), canonicalInt(b)] as const;
        expect(computed(`a ${operator} b`, [left, right], row)).toEqual(expected(operator, a, b, type));
      }),
      { numRuns: 2000 },
    );
  });

  test('with NULL is NULL, also beside 0 [X1]', () => {
    expect(computed(`a ${operator} b`, [BIGINT, BIGINT], [null, 0])).toBe(null);
    expect(computed(`a ${operator} b`, [BIGINT, BIGINT], [1, null])).toBe(null);
    expect(computed(`a ${operator} NULL`, [BIGINT, BIGINT], [1, null])).toBe(null);
  });
});

test.each(['+', '-', '*', '/'])(
  'a %s b of DOUBLEs is finite or an error; what was not finite goes on [X2]',
  (operator) => {
    const double = fc.oneof(fc.double(), fc.constantFrom(0, 1, -1, Number.MAX_VALUE, Number.MIN_VALUE, 1e200));
    fc.assert(
      fc.property(double, double, (x, y) => {
        const [a, b] = [x === 0 ? 0 : x, y === 0 ? 0 : y];
        const ieee = { '+': a + b, '-': a - b, '*': a * b, '/': a / b }[operator] as number;
        const result = computed(`a ${operator} b`, [DOUBLE, DOUBLE], [a, b]);
        if (operator === '/' && b === 0) expect(result).toEqual({ error: 'Division by zero: a / b.' });
        else if (Number.isFinite(a) && Number.isFinite(b) && !Number.isFinite(ieee))
          expect(result).toEqual({ error: expect.stringContaining('exceeds DOUBLE.') });
        else expect(result).toBe(ieee === 0 ? 0 : ieee);
      }),
      { numRuns: 2000 },
    );
  },
);

describe('sentences of errors [X2, X3]', () => {
  test.each<readonly [string, ColumnType, Value, string]>([
    ['a * 200000000', BIGINT, 90_000_000_000, '90000000000 * 200000000 exceeds BIGINT.'],
    ['a - (-1)', INT, 2_147_483_647, '2147483647 - (-1) exceeds INT.'],
    ['a / (a - a)', BIGINT, 7, 'Division by zero: a / (a - a).'],
    ['-a', BIGINT, -9_223_372_036_854_775_808n, '-(-9223372036854775808) exceeds BIGINT: -a.'],
    ['ABS(a)', INT, -2_147_483_648, '-(-2147483648) exceeds INT: ABS(a).'],
    ['a * 1e200', DOUBLE, 1e200, '1e+200 * 1e+200 exceeds DOUBLE.'],
  ])('%s', (text, type, value, error) => {
    expect(computed(text, [type, type], [value, null])).toEqual({ error });
  });
});

test.each<readonly [string, ColumnType, Value, Value]>([
  ['a / 2', INT, -7, -3],
  ['a % 3', INT, -7, -1],
  ['a / 2', INT, -1, 0],
  ['-a', BIGINT, 0, 0],
  ['-a', DOUBLE, 0, 0],
  ['-a', BIGINT, 9_007_199_254_740_993n, -9_007_199_254_740_993n],
  ['ABS(a)', BIGINT, -9_007_199_254_740_993n, 9_007_199_254_740_993n],
  ['a + 5e-1', BIGINT, 9_007_199_254_740_993n, 9_007_199_254_740_992],
  ['a + 0.5', BIGINT, 9_007_199_254_740_993n, 90_071_992_547_409_935n],
  ['COALESCE(a, 5e-1)', BIGINT, 9_007_199_254_740_993n, 9_007_199_254_740_992],
  ['COALESCE(a, 0.5)', BIGINT, 9_007_199_254_740_993n, 90_071_992_547_409_930n],
  ['COALESCE(a, 1 / 0)', INT, 5, 5],
])('%s of %s %s is %s', (text, type, value, result) => {
  expect(computed(text, [type, type], [value, null])).toBe(result);
});
