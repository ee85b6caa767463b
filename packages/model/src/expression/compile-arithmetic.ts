import type { ColumnType } from '../values/column-type.ts';
import { fitsBigint, fitsInt, subtractInts } from '../values/integer.ts';
import type { Int } from '../values/value.ts';
import { arithmetic, type Combine } from './arithmetic.ts';
import { converted } from './compile-conversion.ts';
import { EvaluationError } from './evaluation-error.ts';
import type { Expression } from './expression.ts';
import { formatShort } from './format-expression.ts';
import type { Evaluate, TypedArithmetic } from './typed-expression.ts';

/**
 * NULL where an operand is NULL; an EvaluationError where the result leaves its type or a divisor is 0 (X2). Sums, differences
 * and products that a double holds exactly take a short way, all else the exact one.
 */
export function compileArithmetic(typed: TypedArithmetic, left: Evaluate, right: Evaluate): Evaluate {
  const { type, operator } = typed;
  const exact = arithmetic(type, operator, formatShort(typed.source));
  const a = converted(left, typed.left.type, type);
  const b = converted(right, typed.right.type, type);
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
      return combined(a, b, exact);
  }
}

/** −x of a number; the smallest integer has none. */
export function compileNegation(type: ColumnType, operand: Evaluate, source: Expression): Evaluate {
  if (type.kind === 'DOUBLE') {
    return (row) => {
      const value = operand(row) as number | null;
      return value === null ? null : 0 - value;
    };
  }
  const fits = type.kind === 'INT' ? fitsInt : fitsBigint;
  return (row) => {
    const value = operand(row) as Int | null;
    if (value === null) return null;
    const negated = subtractInts(0, value);
    if (fits(negated)) return negated;
    throw new EvaluationError(`-(${value}) exceeds ${type.kind}: ${formatShort(source)}.`);
  };
}

/** Up to here, on both sides of 0, a result in doubles is the type's result. */
function shortWayLimit(type: ColumnType): number {
  if (type.kind === 'INT') return 2_147_483_647;
  return type.kind === 'BIGINT' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
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

function combined(a: Evaluate, b: Evaluate, exact: Combine<Int>): Evaluate {
  return (row) => {
    const x = a(row);
    const y = x === null ? null : b(row);
    return y === null ? null : exact(x as Int, y as Int);
  };
}
