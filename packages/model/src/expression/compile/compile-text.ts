import { failure, type Issue, type Result, success } from '../../issue.ts';
import type { Column, ColumnType } from '../../values/column-type.ts';
import type { Row } from '../../values/value.ts';
import { checkCondition, checkExpression } from '../check/check-expression.ts';
import { columnsOf, type Expression } from '../expression.ts';
import { parseRecovering } from '../parse/parse-expression.ts';
import type { CheckedExpression, Evaluate } from '../typed-expression.ts';
import { compileExpression, compilePredicate } from './compile-expression.ts';

export type CompiledExpression = {
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The columns that it reads, by name. */
  readonly columns: readonly string[];
  /** Throws an EvaluationError where a row has no value. */
  readonly evaluate: Evaluate;
};

export type CompiledCondition = {
  readonly columns: readonly string[];
  /** True only when the condition is TRUE. Throws an EvaluationError where a row has no answer. */
  readonly holds: (row: Row) => boolean;
};

/** Text to closure in one step; issues of reading and of checking come together, in the order of the text. */
export function compileText(text: string, columns: readonly Column[]): Result<CompiledExpression> {
  return compiled(
    text,
    (expression) => checkExpression(expression, columns),
    (typed) => ({
      type: typed.type,
      nullable: typed.nullable,
      columns: columnsOf(typed.source),
      evaluate: compileExpression(typed),
    }),
  );
}

/** {@link compileText} of a condition. */
export function compileCondition(text: string, columns: readonly Column[]): Result<CompiledCondition> {
  return compiled(
    text,
    (expression) => checkCondition(expression, columns),
    (typed) => ({
      columns: columnsOf(typed.source),
      holds: compilePredicate(typed),
    }),
  );
}

function compiled<T>(
  text: string,
  check: (expression: Expression) => Result<CheckedExpression>,
  compile: (typed: CheckedExpression) => T,
): Result<T> {
  const { expression, issues } = parseRecovering(text);
  const checked = check(expression);
  if (issues.length === 0 && checked.ok) return success(compile(checked.value), checked.issues);
  return failure([...issues, ...checked.issues].sort(byRange));
}

function byRange(a: Issue, b: Issue): number {
  return (a.range?.from ?? 0) - (b.range?.from ?? 0);
}
