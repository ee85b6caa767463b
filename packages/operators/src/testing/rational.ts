/** A number without rounding; the denominator is positive. */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint };

export const ZERO: Rational = { numerator: 0n, denominator: 1n };

/** A finite double or an integer, exactly: doubled until it is whole. */
export function rationalOf(value: number | bigint): Rational {
  let whole = value;
  let denominator = 1n;
  while (typeof whole === 'number' && !Number.isInteger(whole)) {
    whole *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(whole), denominator };
}

export function plus(a: Rational, b: Rational): Rational {
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function times(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function over(a: Rational, divisor: bigint): Rational {
  return { numerator: a.numerator, denominator: a.denominator * divisor };
}

export function negated(a: Rational): Rational {
  return { numerator: -a.numerator, denominator: a.denominator };
}

/** Negative, 0 or positive. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The nearest integer, halves away from zero. */
export function roundedHalfUp({ numerator, denominator }: Rational): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** Half of the last digit of the largest double beyond it: from here on the nearest double is infinite. */
const BEYOND = rationalOf(2n ** 1024n - 2n ** 970n);

const LARGEST = rationalOf(Number.MAX_VALUE);

/** Whether a double is the one nearest to the number, ties to even; undefined stands for one beyond the doubles. */
export function isNearest(double: number | undefined, exact: Rational): boolean {
  const size = exact.numerator < 0n ? negated(exact) : exact;
  if (compare(size, BEYOND) >= 0) return double === undefined;
  if (double === undefined || !Number.isFinite(double) || Object.is(double, -0)) return false;
  const error = distance(rationalOf(double), exact);
  return [before(double), after(double)].every((other) => {
    const otherError = Number.isFinite(other) ? distance(rationalOf(other), exact) : null;
    const difference = otherError === null ? -1 : compare(error, otherError);
    return difference < 0 || (difference === 0 && isEven(double));
  });
}

/** Whether a double is at most one step from the square root of the number; undefined stands for one beyond the doubles. */
export function isRoot(double: number | undefined, square: Rational): boolean {
  if (double === undefined) return compare(square, times(LARGEST, LARGEST)) > 0;
  if (square.numerator === 0n) return double === 0;
  if (!(double > 0 && Number.isFinite(double))) return false;
  const low = rationalOf(before(double));
  const high = double === Number.MAX_VALUE ? BEYOND : rationalOf(after(double));
  return compare(times(low, low), square) <= 0 && compare(square, times(high, high)) <= 0;
}

function distance(a: Rational, b: Rational): Rational {
  const difference = plus(a, negated(b));
  return difference.numerator < 0n ? negated(difference) : difference;
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

function after(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  double[0] = value;
  bits[0] = (bits[0] as bigint) + (value > 0 ? 1n : -1n);
  return double[0] as number;
}

function before(value: number): number {
  return -after(-value);
}

function isEven(value: number): boolean {
  double[0] = value;
  return (bits[0] as bigint) % 2n === 0n;
}
