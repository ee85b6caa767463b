import { fitsBigint, fitsInt, subtractInts } from '../../values/integer.ts';
import type { Int } from '../../values/value.ts';
import { arithmetic, type Combine } from '../compute/number/arithmetic.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { ArithmeticOperator } from '../expression.ts';
import type { Evaluate } from '../typed-expression.ts';

type PlainNumber = 'INT' | 'BIGINT' | 'DOUBLE';

/**
 * NULL where an operand is NULL; an EvaluationError where the result leaves its type or a divisor is 0 (X2). Sums, differences
 * and products that a double holds exactly take a short way, all else the exact one. `text`: the expression, for messages.
 */
export function compileArithmetic(
  type: PlainNumber,
  operator: ArithmeticOperator,
  text: string,
  [a, b]: readonly [Evaluate, Evaluate],
): Evaluate {
  const exact = arithmetic(type, operator, text);
  const limit = shortWayLimit(type);
  switch (operator) {
    case '+':
      return sum(a, b, limit, exact);
    case '-':
      return difference(a, b, limit, exact);
    case '*':
      return product(a, b, limit, exact);
    case '/':
    case '%':
      return compilePair(a, b, exact);
  }
}

/** NULL where an operand is NULL, which keeps what stands behind it from being computed. */
export function compilePair(a: Evaluate, b: Evaluate, combine: Combine<Int>): Evaluate {
  return (row) => {
    const x = a(row);
    const y = x === null ? null : b(row);
    return y === null ? null : combine(x as Int, y as Int);
  };
}

/** −x of a number; the smallest integer has none. */
export function negated(type: PlainNumber | 'DECIMAL' | 'INTERVAL', text: string): (value: Int) => Int {
  if (type === 'DOUBLE') return (value) => 0 - (value as number);
  if (type === 'DECIMAL' || type === 'INTERVAL') return (value) => subtractInts(0, value);
  const fits = type === 'INT' ? fitsInt : fitsBigint;
  return (value) => {
    const result = subtractInts(0, value);
    if (fits(result)) return result;
    throw new EvaluationError(`-(${value}) exceeds ${type}: ${text}.`);
  };
}

/** Up to here, on both sides of 0, a result in doubles is the type's result. */
function shortWayLimit(type: PlainNumber): number {
  if (type === 'INT') return 2_147_483_647;
  return type === 'BIGINT' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
}

function sum(a: Evaluate, b: Evaluate, limit: number, exact: Combine<Int>): Evaluate {
  return (row) => {
    const x = a(row);
    const y = x === null ? null : b(row);
    if (typeof x === 'number' && typeof y === 'number') {
      const result = x + y;
      if (result <= limit && result >= -limit) return result + 0;
    }
    return y === null ? null : exact(x as Int, y as Int);
  };
}

function difference(a: Evaluate, b: Evaluate, limit: number, exact: Combine<Int>): Evaluate {
  return (row) => {
    const x = a(row);
    const y = x === null ? null : b(row);
    if (typeof x === 'number' && typeof y === 'number') {
      const result = x - y;
      if (result <= limit && result >= -limit) return result + 0;
    }
    return y === null ? null : exact(x as Int, y as Int);
  };
}

function product(a: Evaluate, b: Evaluate, limit: number, exact: Combine<Int>): Evaluate {
  return (row) => {
    const x = a(row);
    const y = x === null ? null : b(row);
    if (typeof x === 'number' && typeof y === 'number') {
      const result = x * y;
      if (result <= limit && result >= -limit) return result + 0;
    }
    return y === null ? null : exact(x as Int, y as Int);
  };
}
