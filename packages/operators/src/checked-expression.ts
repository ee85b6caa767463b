import {
  type CheckedExpression,
  type Column,
  checkCondition,
  checkExpression,
  compilePredicate,
  type EdgeSchema,
  type Expression,
  failure,
  parseExpression,
  type Result,
  type Row,
  success,
} from '@millrace/model';

/** An expression of a node's setting, typed against the input; issues name the field and the range in its text (X1). */
export function checkedExpression(text: string, input: EdgeSchema, field: string): Result<CheckedExpression> {
  return checked(text, input, field, checkExpression);
}

/** A condition of a node's setting, ready to be asked whether a row makes it TRUE; it throws an EvaluationError (X2). */
export function checkedCondition(text: string, input: EdgeSchema, field: string): Result<(row: Row) => boolean> {
  const condition = checked(text, input, field, checkCondition);
  return condition.ok ? success(compilePredicate(condition.value), condition.issues) : condition;
}

function checked(
  text: string,
  input: EdgeSchema,
  field: string,
  check: (expression: Expression, columns: readonly Column[]) => Result<CheckedExpression>,
): Result<CheckedExpression> {
  const parsed = parseExpression(text);
  const typed = parsed.ok ? check(parsed.value, input.columns) : parsed;
  const issues = typed.issues.map((issue) => ({ ...issue, field }));
  return typed.ok ? success(typed.value, issues) : failure(issues);
}
