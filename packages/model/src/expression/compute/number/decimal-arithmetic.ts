import { type DecimalType, formatType } from '../../../values/column-type.ts';
import { divideHalfUp, fitsDecimal, formatDecimal, rescale } from '../../../values/decimal.ts';
import { addInts, canonicalInt, multiplyInts, subtractInts } from '../../../values/integer.ts';
import { powerOfTen } from '../../../values/power-of-ten.ts';
import type { Int } from '../../../values/value.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import type { ArithmeticOperator } from '../../expression.ts';
import type { Combine } from './arithmetic.ts';

/** The types of the two sides and of the result. */
export type DecimalSides = { readonly left: DecimalType; readonly right: DecimalType; readonly result: DecimalType };

/**
 * An operator on unscaled digits, exact up to one rounding, half away from zero, where the result's type has fewer digits behind the point.
 * An EvaluationError where the result has too many before it, or a divisor is 0 (X2).
 */
export function decimalArithmetic(operator: ArithmeticOperator, sides: DecimalSides, text: string): Combine<Int> {
  const { result, left, right } = sides;
  const unbounded = unboundedArithmetic(operator, sides, text);
  return (a, b) => {
    const value = unbounded(a, b);
    if (fitsDecimal(value, result.precision)) return value;
    const [x, y] = [formatDecimal(a, left.scale), formatDecimal(b, right.scale)];
    throw new EvaluationError(`${x} ${operator} ${b < 0 ? `(${y})` : y} exceeds ${formatType(result)}.`);
  };
}

function unboundedArithmetic(
  operator: ArithmeticOperator,
  { left, right, result }: DecimalSides,
  text: string,
): Combine<Int> {
  switch (operator) {
    case '+':
      return aligned(left.scale, right.scale, result.scale, addInts);
    case '-':
      return aligned(left.scale, right.scale, result.scale, subtractInts);
    case '*':
      return (a, b) => rescale(multiplyInts(a, b), left.scale + right.scale, result.scale);
    case '/': {
      const digits = result.scale + right.scale - left.scale;
      return (a, b) => {
        if (b === 0) throw new EvaluationError(`Division by zero: ${text}.`);
        const [dividend, divisor] = digits >= 0 ? [digits, 0] : [0, -digits];
        return canonicalInt(divideHalfUp(BigInt(a) * powerOfTen(dividend), BigInt(b) * powerOfTen(divisor)));
      };
    }
    case '%':
      return aligned(left.scale, right.scale, result.scale, (a, b) => {
        if (b === 0) throw new EvaluationError(`Division by zero: ${text}.`);
        if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
        return canonicalInt(BigInt(a) % BigInt(b));
      });
  }
}

/** Both sides in the unit of the finer one. */
function aligned(left: number, right: number, result: number, combine: Combine<Int>): Combine<Int> {
  const scale = Math.max(left, right);
  if (left === right && scale === result) return combine;
  return (a, b) => rescale(combine(rescale(a, left, scale), rescale(b, right, scale)), scale, result);
}
