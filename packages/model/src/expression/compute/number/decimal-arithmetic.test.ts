import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { succeeded } from '../../../testing/messages.ts';
import { type ColumnType, type DecimalType, decimal, formatType } from '../../../values/column-type.ts';
import { canonicalInt } from '../../../values/integer.ts';
import type { Int } from '../../../values/value.ts';
import { compileText } from '../../compile/compile-text.ts';
import { EvaluationError } from '../../evaluation-error.ts';

/** A fraction of integers, its divisor positive. */
type Rational = { readonly over: bigint; readonly under: bigint };

const anyDecimalType = fc
  .tuple(fc.integer({ min: 1, max: 38 }), fc.nat(38))
  .map(([precision, scale]) => decimal(precision, Math.min(scale, precision)));

function anyDigits({ precision }: DecimalType): fc.Arbitrary<Int> {
  const limit = 10n ** BigInt(precision) - 1n;
  return fc
    .oneof(
      fc.bigInt({ min: -limit, max: limit }),
      fc.bigInt({ min: -99n, max: 99n }),
      fc.constantFrom(limit, -limit, 0n),
    )
    .filter((value) => value <= limit && value >= -limit)
    .map(canonicalInt);
}

const anySide = anyDecimalType.chain((type) => fc.tuple(fc.constant(type), anyDigits(type)));

function rational(value: Int, scale: number): Rational {
  return { over: BigInt(value), under: 10n ** BigInt(scale) };
}

const ORACLE: Readonly<Record<string, (a: Rational, b: Rational) => Rational | null>> = {
  '+': (a, b) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under }),
  '-': (a, b) => ({ over: a.over * b.under - b.over * a.under, under: a.under * b.under }),
  '*': (a, b) => ({ over: a.over * b.over, under: a.under * b.under }),
  '/': (a, b) => {
    if (b.over === 0n) return null;
    const [over, under] = [a.over * b.under, a.under * b.over];
    return under < 0n ? { over: -over, under: -under } : { over, under };
  },
  '%': (a, b) => {
    if (b.over === 0n) return null;
    const [x, y] = [a.over * b.under, b.over * a.under];
    return { over: x - (x / y) * y, under: a.under * b.under };
  },
};

/** Unscaled digits of the nearest value with a scale; of two that are as near, the one away from zero. */
function rounded({ over, under }: Rational, scale: number): bigint {
  const scaled = over * 10n ** BigInt(scale);
  const magnitude = scaled < 0n ? -scaled : scaled;
  const nearest = (2n * magnitude + under) / (2n * under);
  return scaled < 0n ? -nearest : nearest;
}

function evaluated(text: string, types: readonly ColumnType[], row: readonly Int[]) {
  const columns = types.map((type, i) => ({ name: 'ab'[i] as string, type, nullable: false }));
  const compiled = succeeded(compileText(text, columns));
  try {
    return { type: compiled.type as DecimalType, value: compiled.evaluate(row) };
  } catch (error) {
    if (error instanceof EvaluationError) return { type: compiled.type as DecimalType, error: error.message };
    throw error;
  }
}

describe.each(['+', '-', '*', '/', '%'])('a %s b of DECIMALs', (operator) => {
  test('is the exact result, rounded once, or an error [X2]', () => {
    fc.assert(
      fc.property(anySide, anySide, ([left, a], [right, b]) => {
        const found = evaluated(`a ${operator} b`, [left, right], [a, b]);
        const oracle = ORACLE[operator] as (a: Rational, b: Rational) => Rational | null;
        const exact = oracle(rational(a, left.scale), rational(b, right.scale));
        if (exact === null) {
          expect(found.error).toBe(`Division by zero: a ${operator} b.`);
          return;
        }
        const value = rounded(exact, found.type.scale);
        const limit = 10n ** BigInt(found.type.precision);
        if (value > -limit && value < limit) expect(found.value).toBe(canonicalInt(value));
        else expect(found.error).toContain(`exceeds ${formatType(found.type)}.`);
      }),
      { numRuns: 2000 },
    );
  });

  test('has room for every result of small types [X4]', () => {
    const small = fc
      .integer({ min: 1, max: 9 })
      .chain((precision) => fc.nat(precision).map((scale) => decimal(precision, scale)));
    const side = small.chain((type) => fc.tuple(fc.constant(type), anyDigits(type)));
    fc.assert(
      fc.property(side, side, ([left, a], [right, b]) => {
        const { error } = evaluated(`a ${operator} b`, [left, right], [a, b]);
        expect(error ?? 'Division by zero').toContain('Division by zero');
      }),
      { numRuns: 1000 },
    );
  });
});

test.each(['=', '<', '<=', '<>'])('a %s b compares DECIMALs and integers with all their digits [X2]', (operator) => {
  const HOLDS: Readonly<Record<string, (order: bigint) => boolean>> = {
    '=': (order) => order === 0n,
    '<': (order) => order < 0n,
    '<=': (order) => order <= 0n,
    '<>': (order) => order !== 0n,
  };
  fc.assert(
    fc.property(anySide, anySide, ([left, a], [right, b]) => {
      const columns = [left, right].map((type, i) => ({ name: 'ab'[i] as string, type, nullable: false }));
      const { evaluate } = succeeded(compileText(`a ${operator} b`, columns));
      const order = BigInt(a) * 10n ** BigInt(right.scale) - BigInt(b) * 10n ** BigInt(left.scale);
      expect(evaluate([a, b])).toBe((HOLDS[operator] as (order: bigint) => boolean)(order));
    }),
    { numRuns: 1000 },
  );
});
