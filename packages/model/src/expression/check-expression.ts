import { failure, type Issue, type Result, success } from '../issue.ts';
import type { Column } from '../values/column-type.ts';
import type { Expression } from './expression.ts';
import { ExpressionChecker } from './expression-checker.ts';
import { formatShort } from './format-expression.ts';
import type { TypedExpression } from './typed-expression.ts';

/**
 * Types an expression against the columns of its input (X1). All its mistakes are issues at once; each has the range of what is
 * wrong and names the types that do not fit.
 */
export function checkExpression(expression: Expression, columns: readonly Column[]): Result<TypedExpression> {
  const issues: Issue[] = [];
  const checked = new ExpressionChecker(columns, issues).check(expression);
  if (checked === 'null') issues.push(typeless(expression));
  return typeof checked === 'string' || issues.length > 0 ? failure(issues) : success(checked);
}

/** Checks an expression whose value is a condition: TRUE, FALSE or NULL. */
export function checkCondition(expression: Expression, columns: readonly Column[]): Result<TypedExpression> {
  const checked = checkExpression(expression, columns);
  if (!checked.ok || checked.value.type.kind === 'BOOLEAN') return checked;
  const message = `A condition is TRUE or FALSE; ${formatShort(expression)} is ${checked.value.type.kind}. Compare it with something.`;
  return failure([{ severity: 'error', message, range: expression.range }]);
}

function typeless(expression: Expression): Issue {
  const message = `${formatShort(expression)} is always NULL and has no type. Write a column or a computation.`;
  return { severity: 'error', message, range: expression.range };
}
