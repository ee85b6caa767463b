/** Splits a double into two halves of 26 bits (Dekker). */
const SPLITTER = 2 ** 27 + 1;
/** Outside of these bounds a part of the square could lie beyond the doubles or below the smallest. */
const LARGEST = 2 ** 480;
const SMALLEST = 2 ** -480;

/** Two doubles whose exact sum is the square of the value; null where two do not hold it. */
export function squareInTwo(value: number): { readonly high: number; readonly low: number } | null {
  const size = Math.abs(value);
  if (size > LARGEST || (size < SMALLEST && size !== 0)) return null;
  const high = value * value;
  const spread = SPLITTER * value;
  const upper = spread - (spread - value);
  const lower = value - upper;
  return { high, low: lower * lower - (high - upper * upper - 2 * upper * lower) };
}
