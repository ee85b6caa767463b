import type { Int } from '../../values/value.ts';
import { compileArithmetic, compilePair, negated } from '../compile/compile-arithmetic.ts';
import { decimalArithmetic } from '../compute/number/decimal-arithmetic.ts';
import type { ArithmeticOperator, BinaryExpression, Expression, Negation } from '../expression.ts';
import { computed } from '../fold-constant.ts';
import { formatShort } from '../print/format-expression.ts';
import { formatScalarType, type ScalarType } from '../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import { checkTimeArithmetic, isTimeArithmetic } from './check-time-arithmetic.ts';
import type { Checker } from './checker.ts';
import { convert, mapped } from './convert.ts';
import { arithmeticType, asDecimal, isNumeric, type NumericType } from './numeric-types.ts';

export function checkNegation(checker: Checker, source: Negation): TypedExpression | null {
  const checked = checker.check(source.operand);
  if (checked === null) return null;
  const { type } = checked;
  if (type.kind !== 'INTERVAL' && type.kind !== 'NULL' && !isNumeric(type)) return noNumber(checker, checked, '-');
  if (type.kind === 'NULL') return { ...checked, source };
  const negate = negated(type.kind, formatShort(source));
  return { ...mapped(checked, type, (value) => negate(value as Int)), source };
}

export function checkArithmetic(
  checker: Checker,
  source: BinaryExpression,
  operator: ArithmeticOperator,
): TypedExpression | null {
  const left = checker.check(source.left);
  const right = checker.check(source.right);
  if (left === null || right === null) return null;
  if (isTimeArithmetic(operator, left.type, right.type)) {
    return checkTimeArithmetic(checker, source, operator, left, right);
  }
  const faults = [left, right].filter(({ type }) => type.kind !== 'NULL' && !isNumeric(type));
  for (const part of faults) noNumber(checker, part, operator);
  return faults.length > 0 ? null : combined(checker, operator, source, [left, right]);
}

/** The operator on two numbers or NULLs; also what MOD is. */
export function combined(
  checker: Checker,
  operator: ArithmeticOperator,
  source: Expression,
  [left, right]: readonly [TypedExpression, TypedExpression],
): TypedExpression | null {
  const [a, b] = [numberType(left.type, right.type), numberType(right.type, left.type)];
  if (a === null || b === null) return { ...left, source };
  const type = arithmeticType(operator, a, b);
  const nullable = left.nullable || right.nullable;
  const text = formatShort(source);
  if (type.kind === 'DECIMAL') {
    const sides = { left: asDecimal(a), right: asDecimal(b), result: type };
    const parts = [convert(left, sides.left), convert(right, sides.right)];
    const combine = decimalArithmetic(operator, sides, text);
    const compile = ([x, y]: readonly Evaluate[]) => compilePair(x as Evaluate, y as Evaluate, combine);
    return computed({ type, nullable, source, parts, compile });
  }
  if (operator === '%' && type.kind === 'DOUBLE') {
    const culprit = a.kind === 'DOUBLE' ? left : right;
    return checker.fault(`% takes exact numbers; ${formatShort(culprit.source)} is DOUBLE.`, culprit.source.range);
  }
  const compile = ([x, y]: readonly Evaluate[]) =>
    compileArithmetic(type.kind, operator, text, [x as Evaluate, y as Evaluate]);
  return computed({ type, nullable, source, parts: [convert(left, type), convert(right, type)], compile });
}

/** NULL takes the type of the other side; null where both are NULL. */
function numberType(type: ScalarType, beside: ScalarType): NumericType | null {
  if (isNumeric(type)) return type;
  return isNumeric(beside) ? beside : null;
}

function noNumber(checker: Checker, { source, type }: TypedExpression, operator: string): null {
  return checker.fault(`${operator} takes numbers; ${formatShort(source)} is ${formatScalarType(type)}.`, source.range);
}
