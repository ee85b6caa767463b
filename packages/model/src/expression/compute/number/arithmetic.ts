import { addInts, canonicalInt, fitsBigint, multiplyInts, subtractInts } from '../../../values/integer.ts';
import type { Int } from '../../../values/value.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import type { ArithmeticOperator } from '../../expression.ts';

/** Of two values of one numeric type another value of it. */
export type Combine<T extends Int> = (a: T, b: T) => T;

/** An operator on values of a type: exact, or an EvaluationError where the result leaves the type or a divisor is 0 (X2). */
export function arithmetic(
  type: 'INT' | 'BIGINT' | 'DOUBLE',
  operator: ArithmeticOperator,
  text: string,
): Combine<Int> {
  const divisionByZero = `Division by zero: ${text}.`;
  if (type === 'BIGINT') return bigints(operator, divisionByZero);
  const combine = type === 'INT' ? ints(operator, divisionByZero) : doubles(operator, divisionByZero);
  return (a, b) => combine(a as number, b as number);
}

/** A product of two INTs may not be exact, but then it is far outside of INT. */
function ints(operator: ArithmeticOperator, divisionByZero: string): Combine<number> {
  const exact: Combine<number> = exactNumbers(operator, divisionByZero);
  return (a, b) => {
    const result = exact(a, b);
    if (result >= -2_147_483_648 && result <= 2_147_483_647) return result;
    throw exceeded(a, operator, b, 'INT');
  };
}

/** Of safe integers: a quotient below a whole number is at least one unit in the last place below it, so none is rounded up. */
function exactNumbers(operator: ArithmeticOperator, divisionByZero: string): Combine<number> {
  switch (operator) {
    case '+':
      return (a, b) => a + b;
    case '-':
      return (a, b) => a - b;
    case '*':
      return (a, b) => a * b + 0;
    case '/':
      return (a, b) => {
        if (b === 0) throw new EvaluationError(divisionByZero);
        return Math.trunc(a / b) + 0;
      };
    case '%':
      return (a, b) => {
        if (b === 0) throw new EvaluationError(divisionByZero);
        return (a % b) + 0;
      };
  }
}

function bigints(operator: ArithmeticOperator, divisionByZero: string): Combine<Int> {
  const exact = exactInts(operator, divisionByZero);
  return (a, b) => {
    const result = exact(a, b);
    if (typeof result === 'number' || fitsBigint(result)) return result;
    throw exceeded(a, operator, b, 'BIGINT');
  };
}

function exactInts(operator: ArithmeticOperator, divisionByZero: string): Combine<Int> {
  switch (operator) {
    case '+':
      return addInts;
    case '-':
      return subtractInts;
    case '*':
      return multiplyInts;
    case '/':
    case '%':
      return dividedInts(operator, divisionByZero);
  }
}

/** Toward zero, the remainder with the sign of the dividend: as Flink, and as bigint does it. */
function dividedInts(operator: '/' | '%', divisionByZero: string): Combine<Int> {
  const small = exactNumbers(operator, divisionByZero);
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return small(a, b);
    if (b === 0) throw new EvaluationError(divisionByZero);
    return canonicalInt(operator === '/' ? BigInt(a) / BigInt(b) : BigInt(a) % BigInt(b));
  };
}

/** A result that is not finite although both operands are is an overflow; NaN and infinities of the data go on (X2). */
function doubles(operator: ArithmeticOperator, divisionByZero: string): Combine<number> {
  const ieee: Combine<number> = operator === '/' ? (a, b) => a / b : exactNumbers(operator, divisionByZero);
  return (a, b) => {
    if (operator === '/' && b === 0) throw new EvaluationError(divisionByZero);
    const result = ieee(a, b);
    if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b)) throw exceeded(a, operator, b, 'DOUBLE');
    return result + 0;
  };
}

function exceeded(a: Int, operator: ArithmeticOperator, b: Int, type: string): EvaluationError {
  const right = b < 0 ? `(${b})` : `${b}`;
  return new EvaluationError(`${a} ${operator} ${right} exceeds ${type}.`);
}
