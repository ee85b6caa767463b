import type { Row } from '../../values/value.ts';
import type { Evaluate, TypedExpression, TypedLogic, TypedTest } from '../typed-expression.ts';
import { compileComparison, compileComparisonPredicate } from './compile-comparison.ts';

/**
 * Closures that compute an expression from a row. A row for which it has no value throws an EvaluationError (X2); a side of AND
 * or OR that cannot matter any more is not computed, from the left.
 */
export function compileExpression(typed: TypedExpression): Evaluate {
  switch (typed.kind) {
    case 'literal': {
      const { value } = typed;
      return () => value;
    }
    case 'column': {
      const { index } = typed;
      return (row) => row[index] ?? null;
    }
    case 'not': {
      const operand = compileExpression(typed.operand);
      return (row) => {
        const value = operand(row);
        return value === null ? null : !value;
      };
    }
    case 'comparison':
      return compileComparison(typed, compileExpression(typed.left), compileExpression(typed.right));
    case 'logic':
      return compileLogic(typed);
    case 'test':
      return compileTest(typed);
    case 'computed':
      return typed.compile(typed.parts.map(compileExpression));
  }
}

/**
 * Whether a condition is TRUE, not FALSE or NULL (X1). What can no longer make it TRUE is not computed, so a row may pass here
 * for which {@link compileExpression} throws.
 */
export function compilePredicate(typed: TypedExpression): (row: Row) => boolean {
  return compileWanted(typed, true);
}

/** Whether a condition is TRUE, or whether it is FALSE. */
function compileWanted(typed: TypedExpression, wanted: boolean): (row: Row) => boolean {
  switch (typed.kind) {
    case 'not':
      return compileWanted(typed.operand, !wanted);
    case 'comparison':
      return compileComparisonPredicate(typed, compileExpression(typed.left), compileExpression(typed.right), wanted);
    case 'logic': {
      const left = compileWanted(typed.left, wanted);
      const right = compileWanted(typed.right, wanted);
      // AND is TRUE when both are, FALSE when one is; OR the other way round.
      return (typed.operator === 'AND') === wanted
        ? (row) => left(row) && right(row)
        : (row) => left(row) || right(row);
    }
    default: {
      const evaluate = compileExpression(typed);
      return (row) => evaluate(row) === wanted;
    }
  }
}

function compileLogic({ operator, left, right }: TypedLogic): Evaluate {
  const a = compileExpression(left);
  const b = compileExpression(right);
  const decisive = operator === 'OR';
  return (row) => {
    const x = a(row);
    if (x === decisive) return decisive;
    const y = b(row);
    if (y === decisive) return decisive;
    return x === null || y === null ? null : !decisive;
  };
}

function compileTest({ operand, test, negated }: TypedTest): Evaluate {
  const evaluate = compileExpression(operand);
  const wanted = test === 'NULL' ? null : test === 'TRUE';
  return (row) => (evaluate(row) === wanted) !== negated;
}
