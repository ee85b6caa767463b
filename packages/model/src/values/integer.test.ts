import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addInts, canonicalInt, fitsBigint, fitsInt, multiplyInts, subtractInts } from './integer.ts';

const EDGES = [0n, 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 62n, 2n ** 63n].flatMap((n) => [
  n - 1n,
  n,
  n + 1n,
  -n,
  1n - n,
]);
const int = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constantFrom(...EDGES));

test.each([
  ['+', addInts, (a: bigint, b: bigint) => a + b],
  ['-', subtractInts, (a: bigint, b: bigint) => a - b],
  ['*', multiplyInts, (a: bigint, b: bigint) => a * b],
] as const)('%s is exact and canonical [X2]', (_, ours, oracle) => {
  fc.assert(
    fc.property(int, int, (a, b) => {
      expect(ours(canonicalInt(a), canonicalInt(b))).toBe(canonicalInt(oracle(a, b)));
    }),
    { numRuns: 2000 },
  );
});

test('one value has one representation [X2]', () => {
  fc.assert(
    fc.property(int, (a) => {
      const value = canonicalInt(a);
      expect(BigInt(value)).toBe(a);
      expect(typeof value === 'number').toBe(Number.isSafeInteger(Number(a)) && BigInt(Number(a)) === a);
      expect(Object.is(value, -0)).toBe(false);
      expect(fitsInt(value)).toBe(a >= -(2n ** 31n) && a < 2n ** 31n);
      expect(fitsBigint(value)).toBe(a >= -(2n ** 63n) && a < 2n ** 63n);
    }),
  );
});
