import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalInt } from '../../../values/integer.ts';
import { floorUnscaled, roundDouble, roundUnscaled } from './round.ts';

const anyInt = fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n });

test('digits behind a place are rounded half away from zero, or cut off [X2]', () => {
  fc.assert(
    fc.property(anyInt, fc.nat(38), fc.integer({ min: -40, max: 40 }), (value, scale, places) => {
      const unit = 10n ** BigInt(Math.max(0, scale - places));
      const magnitude = value < 0n ? -value : value;
      const sign = value < 0n ? -1n : 1n;
      const halfUp = sign * ((2n * magnitude + unit) / (2n * unit)) * unit;
      expect(roundUnscaled(canonicalInt(value), scale, places, 'half-up')).toBe(
        canonicalInt(unit === 1n ? value : halfUp),
      );
      expect(roundUnscaled(canonicalInt(value), scale, places, 'down')).toBe(
        canonicalInt(sign * (magnitude / unit) * unit),
      );
    }),
    { numRuns: 2000 },
  );
});

test('the floor of unscaled digits is the largest whole number that is not above', () => {
  fc.assert(
    fc.property(anyInt, fc.nat(38), (value, scale) => {
      const unit = 10n ** BigInt(scale);
      const floor = BigInt(floorUnscaled(canonicalInt(value), scale));
      expect(floor * unit <= value && value < (floor + 1n) * unit).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each<readonly [number, number, number, number]>([
  [1.005, 2, 1.01, 1],
  [2.5, 0, 3, 2],
  [-2.5, 0, -3, -2],
  [0.05, 0, 0, 0],
  [0.5, 0, 1, 0],
  [1e300, 2, 1e300, 1e300],
  [123.456, -2, 100, 100],
  [5e-324, 323, 1e-323, 0],
  [1e-323, 322, 0, 0],
  [5e-324, 324, 5e-324, 5e-324],
  [99.95, 1, 100, 99.9],
  [Number.NaN, 1, Number.NaN, Number.NaN],
])('%d to %d places is %d, cut %d', (value, places, halfUp, down) => {
  expect(roundDouble(value, places, 'half-up')).toBe(halfUp);
  expect(roundDouble(value, places, 'down')).toBe(down);
});
