import { failure, type Issue, type Result, success } from '../../issue.ts';
import type { Column } from '../../values/column-type.ts';
import type { Expression } from '../expression.ts';
import { formatShort } from '../print/format-expression.ts';
import { formatScalarType, isColumnType } from '../scalar-type.ts';
import type { CheckedExpression, TypedExpression } from '../typed-expression.ts';
import { ExpressionChecker } from './expression-checker.ts';

/**
 * Types an expression against the columns of its input (X1). All its mistakes are issues at once; each has the range of what is
 * wrong and names the types that do not fit.
 */
export function checkExpression(expression: Expression, columns: readonly Column[]): Result<CheckedExpression> {
  const issues: Issue[] = [];
  const checked = new ExpressionChecker(columns, issues).check(expression);
  if (checked === null || issues.length > 0) return failure(issues);
  if (isChecked(checked)) return success(checked);
  const message = `${formatShort(expression)} ${noColumn(checked)}`;
  return failure([{ severity: 'error', message, range: expression.range }]);
}

/** Checks an expression whose value is a condition: TRUE, FALSE or NULL. */
export function checkCondition(expression: Expression, columns: readonly Column[]): Result<CheckedExpression> {
  const checked = checkExpression(expression, columns);
  if (!checked.ok || checked.value.type.kind === 'BOOLEAN') return checked;
  const type = formatScalarType(checked.value.type);
  const message = `A condition is TRUE or FALSE; ${formatShort(expression)} is ${type}. Compare it with something.`;
  return failure([{ severity: 'error', message, range: expression.range }]);
}

function isChecked(typed: TypedExpression): typed is CheckedExpression {
  return isColumnType(typed.type);
}

function noColumn({ type }: TypedExpression): string {
  if (type.kind === 'NULL') return 'is always NULL and has no type. Write a column or a computation.';
  return `is an ${formatScalarType(type)}, which no column holds. Add it to a time.`;
}
