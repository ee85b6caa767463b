import type { Int } from './value.ts';

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;
const BIGINT_MIN = -(2n ** 63n);
const BIGINT_MAX = 2n ** 63n - 1n;

/** The canonical form of an exact integer: a number where it is safe, the bigint otherwise. */
export function canonicalInt(value: bigint): Int {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** a + b, exact and canonical; may lie outside of 64 bits (X5: accumulators do not overflow). */
export function addInts(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= Number.MAX_SAFE_INTEGER && sum >= Number.MIN_SAFE_INTEGER) return sum;
  }
  return canonicalInt(BigInt(a) + BigInt(b));
}

/** a − b, exact and canonical; may lie outside of 64 bits. */
export function subtractInts(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (difference <= Number.MAX_SAFE_INTEGER && difference >= Number.MIN_SAFE_INTEGER) return difference;
  }
  return canonicalInt(BigInt(a) - BigInt(b));
}

/** a × b, exact and canonical; may lie outside of 64 bits. */
export function multiplyInts(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (product <= Number.MAX_SAFE_INTEGER && product >= Number.MIN_SAFE_INTEGER) return product + 0;
  }
  return canonicalInt(BigInt(a) * BigInt(b));
}

/** Whether a value fits in INT (32 bits). */
export function fitsInt(value: Int): boolean {
  return typeof value === 'number' && value >= INT_MIN && value <= INT_MAX;
}

/** Whether a value fits in BIGINT (64 bits). */
export function fitsBigint(value: Int): boolean {
  return typeof value === 'number' || (value >= BIGINT_MIN && value <= BIGINT_MAX);
}
