import { BIGINT, type ColumnType, type DecimalType, DOUBLE, decimal, INT } from '../../values/column-type.ts';
import { MAX_DECIMAL_PRECISION } from '../../values/decimal.ts';
import type { ArithmeticOperator } from '../expression.ts';
import type { ScalarType } from '../scalar-type.ts';

export type NumericType = Extract<ColumnType, { kind: 'INT' | 'BIGINT' | 'DOUBLE' | 'DECIMAL' }>;

/** Where digits must go, so many behind the point are kept all the same, as in Flink. */
const KEPT_SCALE = 6;

export function isNumeric(type: ScalarType): type is NumericType {
  return type.kind === 'INT' || type.kind === 'BIGINT' || type.kind === 'DOUBLE' || type.kind === 'DECIMAL';
}

export function isInteger(type: ScalarType): boolean {
  return type.kind === 'INT' || type.kind === 'BIGINT';
}

/** The DECIMAL that holds every value of an exact numeric type. */
export function asDecimal(type: NumericType): DecimalType {
  if (type.kind === 'DECIMAL') return type;
  return decimal(type.kind === 'INT' ? 10 : 19, 0);
}

/** The type that values of two numeric types have without a loss of digits before the point. */
export function widerNumber(a: NumericType, b: NumericType): NumericType {
  if (a.kind === 'DOUBLE' || b.kind === 'DOUBLE') return DOUBLE;
  if (a.kind !== 'DECIMAL' && b.kind !== 'DECIMAL') return a.kind === 'BIGINT' || b.kind === 'BIGINT' ? BIGINT : INT;
  const [x, y] = [asDecimal(a), asDecimal(b)];
  const scale = Math.max(x.scale, y.scale);
  return bounded(Math.max(x.precision - x.scale, y.precision - y.scale) + scale, scale);
}

/** The type of a sum, difference, product, quotient or remainder, by the rules of Flink for DECIMAL. */
export function arithmeticType(operator: ArithmeticOperator, a: NumericType, b: NumericType): NumericType {
  if (a.kind === 'DOUBLE' || b.kind === 'DOUBLE' || (a.kind !== 'DECIMAL' && b.kind !== 'DECIMAL')) {
    return widerNumber(a, b);
  }
  const { precision: p1, scale: s1 } = asDecimal(a);
  const { precision: p2, scale: s2 } = asDecimal(b);
  switch (operator) {
    case '+':
    case '-':
      return bounded(Math.max(p1 - s1, p2 - s2) + Math.max(s1, s2) + 1, Math.max(s1, s2));
    case '*':
      return bounded(p1 + p2 + 1, s1 + s2);
    case '/': {
      const scale = Math.max(KEPT_SCALE, s1 + p2 + 1);
      return bounded(p1 - s1 + s2 + scale, scale);
    }
    case '%': {
      const scale = Math.max(s1, s2);
      return bounded(Math.min(p1 - s1, p2 - s2) + scale, scale);
    }
  }
}

/** DECIMAL(precision, scale), with fewer digits behind the point where it would have more than 38 in all. */
function bounded(precision: number, scale: number): DecimalType {
  if (precision <= MAX_DECIMAL_PRECISION) return decimal(precision, scale);
  const whole = precision - scale;
  return decimal(MAX_DECIMAL_PRECISION, Math.max(MAX_DECIMAL_PRECISION - whole, Math.min(scale, KEPT_SCALE)));
}
