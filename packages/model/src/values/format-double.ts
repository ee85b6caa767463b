const SMALLEST_PLAIN = 1e-3;
const SMALLEST_SCIENTIFIC = 1e7;
const DIGITS = /^(\d)(?:\.(\d+))?e([+-]\d+)$/;

/**
 * The shortest text that reads as this double, in the form of Java and of Flink: always with a digit behind the point, with an exponent
 * below 10^−3 and from 10^7 on. `1.0`, `0.001`, `1.0E7`, `1.0E-4`, `NaN`, `-Infinity`.
 */
export function formatDouble(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const magnitude = Math.abs(value);
  const isPlain = magnitude === 0 || (magnitude >= SMALLEST_PLAIN && magnitude < SMALLEST_SCIENTIFIC);
  if (isPlain) return Number.isInteger(value) ? `${value + 0}.0` : String(value);
  const [, first = '', rest = '0', exponent = ''] = DIGITS.exec(magnitude.toExponential()) ?? [];
  return `${value < 0 ? '-' : ''}${first}.${rest}E${Number(exponent)}`;
}
