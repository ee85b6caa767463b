import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNearest, isRoot } from '../../testing/rational.ts';
import { dyadicOf, dyadicToDouble, ratioToDouble, rootOfRatio } from './dyadic.ts';

/** Integers of every length, and those that lie in the middle between two doubles. */
const integer = fc
  .record({
    mantissa: fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
    shift: fc.nat(1_200),
    beside: fc.constantFrom(0n, 1n, -1n),
  })
  .map(({ mantissa, shift, beside }) => (mantissa << BigInt(shift)) + beside);
const positive = integer.map((value) => (value < 0n ? -value : value)).filter((value) => value > 0n);

function orNothing(double: number): number | undefined {
  return Number.isFinite(double) ? double : undefined;
}

test('every finite double is a dyadic and comes back [X2]', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(dyadicToDouble(dyadicOf(value))).toBe(value + 0);
    }),
  );
});

test('a ratio becomes the nearest double, ties to even, among the smallest and the largest too [X2]', () => {
  const numerator = fc.oneof(integer, fc.bigInt({ min: -20n, max: 20n }));
  const denominator = fc.oneof(
    positive,
    fc.integer({ min: 1_060, max: 1_080 }).map((bits) => 2n ** BigInt(bits)),
  );
  fc.assert(
    fc.property(numerator, denominator, (dividend, divisor) => {
      const double = orNothing(ratioToDouble(dividend, divisor));
      expect(isNearest(double, { numerator: dividend, denominator: divisor })).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('a root is at most one step off, also where the ratio is no double', () => {
  fc.assert(
    fc.property(positive, positive, (dividend, divisor) => {
      const square = { numerator: dividend, denominator: divisor };
      expect(isRoot(orNothing(rootOfRatio(dividend, divisor)), square)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
