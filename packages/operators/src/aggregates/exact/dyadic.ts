/** The exact value mantissa · 2^exponent: every finite double is one, and so are sums and products of them. */
export type Dyadic = { readonly mantissa: bigint; readonly exponent: number };

const FRACTION_BITS = 52;
const BIAS = 1075;
const HIDDEN_BIT = 1n << 52n;

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** A finite double, exactly. */
export function dyadicOf(value: number): Dyadic {
  double[0] = Math.abs(value);
  const raw = bits[0] as bigint;
  const biased = Number(raw >> BigInt(FRACTION_BITS));
  const fraction = raw & (HIDDEN_BIT - 1n);
  const mantissa = biased === 0 ? fraction : fraction | HIDDEN_BIT;
  return { mantissa: value < 0 ? -mantissa : mantissa, exponent: Math.max(biased, 1) - BIAS };
}

export function addDyadics(a: Dyadic, b: Dyadic): Dyadic {
  if (a.mantissa === 0n) return b;
  if (b.mantissa === 0n) return a;
  const exponent = Math.min(a.exponent, b.exponent);
  return { mantissa: shifted(a, exponent) + shifted(b, exponent), exponent };
}

export function squareOf({ mantissa, exponent }: Dyadic): Dyadic {
  return { mantissa: mantissa * mantissa, exponent: 2 * exponent };
}

/** The value as a quotient of integers, the divisor positive. */
export function ratioOf({ mantissa, exponent }: Dyadic): { readonly dividend: bigint; readonly divisor: bigint } {
  return exponent >= 0
    ? { dividend: mantissa << BigInt(exponent), divisor: 1n }
    : { dividend: mantissa, divisor: 1n << BigInt(-exponent) };
}

/** The double nearest to the value; infinite where it lies beyond the doubles. */
export function dyadicToDouble(value: Dyadic): number {
  const { dividend, divisor } = ratioOf(value);
  return divisor === 1n ? Number(dividend) : ratioToDouble(dividend, divisor);
}

/** The mantissa for a lower exponent. */
function shifted({ mantissa, exponent }: Dyadic, to: number): bigint {
  return mantissa << BigInt(exponent - to);
}

/** More bits than a double has, so that those below them only say whether there is a rest. */
const QUOTIENT_BITS = 66;
/** Doubles below 2^−1021 are multiples of 2^−1074. */
const SMALLEST_BITS = 1074;
const EVENLY_SPACED_BITS = 52 - SMALLEST_BITS;

/** The double nearest to dividend / divisor (divisor > 0), ties to even; infinite beyond the doubles. */
export function ratioToDouble(dividend: bigint, divisor: bigint): number {
  if (dividend < 0n) return 0 - positiveRatio(-dividend, divisor);
  return dividend === 0n ? 0 : positiveRatio(dividend, divisor);
}

function positiveRatio(dividend: bigint, divisor: bigint): number {
  const bits = bitLength(dividend) - bitLength(divisor);
  if (bits <= EVENLY_SPACED_BITS) {
    return Number(divideHalfEven(dividend << BigInt(SMALLEST_BITS), divisor)) * Number.MIN_VALUE;
  }
  const shift = QUOTIENT_BITS - bits;
  const above = shift > 0 ? dividend << BigInt(shift) : dividend;
  const below = shift < 0 ? divisor << BigInt(-shift) : divisor;
  const quotient = above / below;
  return scaled(Number(above % below === 0n ? quotient : quotient | 1n), -shift);
}

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const isUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}

/** The square root of dividend / divisor (both positive), also where the ratio itself is no double. */
export function rootOfRatio(dividend: bigint, divisor: bigint): number {
  const half = Math.trunc((bitLength(dividend) - bitLength(divisor)) / 2);
  const ratio =
    half >= 0
      ? ratioToDouble(dividend, divisor << BigInt(2 * half))
      : ratioToDouble(dividend << BigInt(-2 * half), divisor);
  return scaled(Math.sqrt(ratio), half);
}

function bitLength(positive: bigint): number {
  const hex = positive.toString(16);
  return 4 * hex.length - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28;
}

/** value · 2^exponent, by two factors since one alone could lie beyond the doubles. */
function scaled(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}
