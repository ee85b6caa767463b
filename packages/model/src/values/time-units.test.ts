import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalInt } from './integer.ts';
import { floorDivide, floorModulo, toMillis, toPrecision } from './time-units.ts';

const anyTime = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });

function floored(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

test('a time in other units is floored [T1]', () => {
  fc.assert(
    fc.property(anyTime, fc.nat(9), fc.nat(9), (time, from, to) => {
      const exact = floored(time * 10n ** BigInt(to), 10n ** BigInt(from));
      expect(toPrecision(canonicalInt(time), from, to)).toBe(canonicalInt(exact));
    }),
    { numRuns: 2_000 },
  );
});

test('quotient and rest make up the whole', () => {
  fc.assert(
    fc.property(anyTime, fc.integer({ min: 1, max: 1_000_000_000 }), (time, divisor) => {
      const value = canonicalInt(time);
      const rest = floorModulo(value, divisor);
      expect(rest >= 0 && rest < divisor).toBe(true);
      expect(BigInt(floorDivide(value, divisor)) * BigInt(divisor) + BigInt(rest)).toBe(time);
    }),
    { numRuns: 2_000 },
  );
});

test('a nanosecond before 1970 is in the millisecond before', () => {
  expect(toMillis(-1, 9)).toBe(-1);
  expect(toMillis(1_767_225_600_123_999_999n, 9)).toBe(1_767_225_600_123);
});
