import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalToDouble,
  divideHalfUp,
  doubleToDecimal,
  fitsDecimal,
  formatDecimal,
  parseDecimal,
  rescale,
} from './decimal.ts';
import { canonicalInt } from './integer.ts';

const unscaled = fc
  .oneof(fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }), fc.bigInt({ min: -1_000_000n, max: 1_000_000n }))
  .map(canonicalInt);
const scale = fc.nat(38);

/** Half away from zero, from the exact fraction. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const twice = 2n * magnitude + denominator;
  const result = twice / (2n * denominator);
  return numerator < 0n ? -result : result;
}

test('a DECIMAL is read as it is written [X2]', () => {
  fc.assert(
    fc.property(unscaled, scale, (value, digits) => {
      expect(parseDecimal(formatDecimal(value, digits), 38, digits, 'exact')).toBe(value);
    }),
    { numRuns: 2_000 },
  );
});

test('another scale is the same number, rounded half away from zero [X2]', () => {
  fc.assert(
    fc.property(unscaled, scale, scale, (value, from, to) => {
      const exact = rounded(BigInt(value) * 10n ** BigInt(to), 10n ** BigInt(from));
      expect(rescale(value, from, to)).toBe(canonicalInt(exact));
    }),
    { numRuns: 4_000 },
  );
});

test('a text of more digits is rounded as its number is [X2]', () => {
  const exponent = fc.integer({ min: -45, max: 45 });
  fc.assert(
    fc.property(unscaled, scale, exponent, scale, (value, digits, power, to) => {
      const text = `${formatDecimal(value, digits)}e${power}`;
      const shift = to + power - digits;
      const exact = shift >= 0 ? BigInt(value) * 10n ** BigInt(shift) : rounded(BigInt(value), 10n ** BigInt(-shift));
      const read = parseDecimal(text, 38, to, 'half-up');
      if (exact < 10n ** 38n && exact > -(10n ** 38n)) expect(read).toBe(canonicalInt(exact));
      else expect(read).toBe('range');
    }),
    { numRuns: 4_000 },
  );
});

test('a quotient is rounded half away from zero', () => {
  const any = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
  fc.assert(
    fc.property(any, any, (dividend, divisor) => {
      fc.pre(divisor !== 0n);
      const exact = divisor < 0n ? rounded(-dividend, -divisor) : rounded(dividend, divisor);
      expect(divideHalfUp(dividend, divisor)).toBe(exact);
    }),
  );
});

test('a DECIMAL as a double is the nearest one', () => {
  fc.assert(
    fc.property(unscaled, scale, (value, digits) => {
      expect(decimalToDouble(value, digits)).toBe(Number(formatDecimal(value, digits)) + 0);
    }),
    { numRuns: 2_000 },
  );
});

test('a DECIMAL fits when its text has no more digits', () => {
  fc.assert(
    fc.property(unscaled, fc.integer({ min: 1, max: 38 }), (value, precision) => {
      expect(fitsDecimal(value, precision)).toBe(String(value).replace('-', '').length <= precision);
    }),
  );
});

describe('texts', () => {
  test.each<readonly [string, number, number, 'half-up' | 'exact', unknown]>([
    ['12.34', 10, 2, 'exact', 1234],
    ['-12.3', 10, 2, 'exact', -1230],
    ['12.340', 10, 2, 'exact', 1234],
    ['12.345', 10, 2, 'exact', 'fraction'],
    ['12.345', 10, 2, 'half-up', 1235],
    ['-12.345', 10, 2, 'half-up', -1235],
    ['12.3449999', 10, 2, 'half-up', 1234],
    ['0.5', 3, 0, 'half-up', 1],
    ['0.49', 3, 0, 'half-up', 0],
    ['-0.4', 3, 0, 'half-up', 0],
    ['9.995', 3, 2, 'half-up', 'range'],
    ['1e2', 3, 0, 'exact', 100],
    ['1e3', 3, 0, 'exact', 'range'],
    ['1e-3', 5, 3, 'exact', 1],
    ['0.0000', 3, 0, 'exact', 0],
    ['-0', 3, 0, 'exact', 0],
    ['0e999999999999999999999', 3, 0, 'exact', 0],
    ['1e999999999999999999999', 38, 0, 'half-up', 'range'],
    ['1e-999999999999999999999', 38, 38, 'half-up', 0],
    ['1e-999999999999999999999', 38, 38, 'exact', 'fraction'],
    ['.5', 3, 1, 'exact', 5],
    ['5.', 3, 1, 'exact', 50],
    ['+5', 3, 1, 'exact', 50],
    ['99999999999999999999999999999999999999', 38, 0, 'exact', 99999999999999999999999999999999999999n],
    ['.', 3, 1, 'exact', null],
    ['', 3, 1, 'exact', null],
    ['1,5', 3, 1, 'exact', null],
    [' 1', 3, 1, 'exact', null],
    ['0x1', 3, 1, 'exact', null],
    ['NaN', 3, 1, 'exact', null],
  ])('%s as DECIMAL(%i, %i), %s', (text, precision, digits, rounding, expected) => {
    expect(parseDecimal(text, precision, digits, rounding)).toBe(expected);
  });

  test.each<readonly [number, number, number, unknown]>([
    [1.005, 5, 2, 101],
    [0.1, 5, 2, 10],
    [1e21, 38, 0, 1000000000000000000000n],
    [5e-324, 38, 38, 0],
    [Number.NaN, 5, 2, 'range'],
    [Number.POSITIVE_INFINITY, 5, 2, 'range'],
    [1e40, 38, 0, 'range'],
  ])('the double %s as DECIMAL(%i, %i) takes its shortest text', (value, precision, digits, expected) => {
    expect(doubleToDecimal(value, precision, digits)).toBe(expected);
  });
});
