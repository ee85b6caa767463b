import { failure, type Issue, type Result, success } from '../../issue.ts';
import { type Expression, MAX_EXPRESSION_LENGTH } from '../expression.ts';
import { ExpressionParser } from './expression-parser.ts';

/** Reads a SQL scalar expression. All its mistakes are issues at once, each with its range in the text. */
export function parseExpression(text: string): Result<Expression> {
  const { expression, issues } = parseRecovering(text);
  return issues.length > 0 ? failure(issues) : success(expression);
}

/** An expression as far as it could be read, `broken` where it could not, so that its columns can be checked all the same. */
export function parseRecovering(text: string): { readonly expression: Expression; readonly issues: readonly Issue[] } {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    const range = { from: 0, to: text.length };
    const message = 'An expression has at most 64 KB. Split it over two nodes.';
    return { expression: { kind: 'broken', parts: [], range }, issues: [{ severity: 'error', message, range }] };
  }
  return new ExpressionParser(text).whole();
}
