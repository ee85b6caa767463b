import { BOOLEAN } from '../../values/column-type.ts';
import { isJson } from '../compute/json/scan-json.ts';
import type { BinaryExpression, Expression, LogicOperator, NotExpression, TestExpression } from '../expression.ts';
import { computed, foldConstant } from '../fold-constant.ts';
import { formatShort } from '../print/format-expression.ts';
import { formatScalarType } from '../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import type { Checker } from './checker.ts';
import { convert } from './convert.ts';

export function checkNot(checker: Checker, source: NotExpression): TypedExpression | null {
  const operand = checkBoolean(checker, source.operand, 'NOT');
  if (operand === null) return null;
  return foldConstant({ kind: 'not', type: BOOLEAN, nullable: operand.nullable, source, operand });
}

export function checkLogic(
  checker: Checker,
  source: BinaryExpression,
  operator: LogicOperator,
): TypedExpression | null {
  const left = checkBoolean(checker, source.left, operator);
  const right = checkBoolean(checker, source.right, operator);
  if (left === null || right === null) return null;
  const nullable = left.nullable || right.nullable;
  return foldConstant({ kind: 'logic', type: BOOLEAN, nullable, source, operator, left, right });
}

export function checkTest(checker: Checker, source: TestExpression): TypedExpression | null {
  const { negated } = source;
  switch (source.test) {
    case 'JSON':
      return checkIsJson(checker, source);
    case 'NULL': {
      const operand = checker.check(source.operand);
      if (operand === null) return null;
      return foldConstant({ kind: 'test', type: BOOLEAN, nullable: false, source, test: 'NULL', negated, operand });
    }
    default: {
      const operand = checkBoolean(checker, source.operand, `IS ${source.test}`);
      if (operand === null) return null;
      const test = source.test === 'UNKNOWN' ? 'NULL' : source.test;
      return foldConstant({ kind: 'test', type: BOOLEAN, nullable: false, source, test, negated, operand });
    }
  }
}

/** A condition, or NULL as one. */
export function checkBoolean(checker: Checker, part: Expression, operator: string): TypedExpression | null {
  const typed = checker.check(part);
  if (typed === null) return null;
  if (typed.type.kind === 'BOOLEAN' || typed.type.kind === 'NULL') return convert(typed, BOOLEAN);
  const message = `${operator} takes conditions (BOOLEAN); ${formatShort(part)} is ${formatScalarType(typed.type)}.`;
  return checker.fault(message, part.range);
}

/** Of NULL it is FALSE that it is JSON. */
function checkIsJson(checker: Checker, source: TestExpression): TypedExpression | null {
  const { negated } = source;
  const operand = checker.check(source.operand);
  if (operand === null) return null;
  if (operand.type.kind !== 'STRING' && operand.type.kind !== 'JSON') {
    const message = `IS JSON takes texts; ${formatShort(source.operand)} is ${formatScalarType(operand.type)}.`;
    return checker.fault(message, source.operand.range);
  }
  const compile = ([value]: readonly Evaluate[]): Evaluate => {
    const evaluate = value as Evaluate;
    return (row) => {
      const found = evaluate(row);
      return (found !== null && isJson(found as string)) !== negated;
    };
  };
  return computed({ type: BOOLEAN, nullable: false, source, parts: [operand], compile });
}
