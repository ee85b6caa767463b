import type { Expression } from '../expression.ts';
import { formatCastTarget } from '../parse/cast-target.ts';
import {
  ACCESS_PRECEDENCE,
  ADDITIVE_PRECEDENCE,
  BINARY_PRECEDENCE,
  DISTINCT_PRECEDENCE,
  NEGATION_PRECEDENCE,
  NOT_PRECEDENCE,
  PRIMARY_PRECEDENCE,
  RANGE_PRECEDENCE,
  TEST_PRECEDENCE,
} from '../parse/precedence.ts';
import { formatColumnName } from '../parse/words.ts';
import { formatCall } from './format-call.ts';
import { formatLiteral } from './format-literal.ts';

/** The normalised text: keywords in capitals, single spaces, the fewest parentheses. Parsing it gives the expression again. */
export function formatExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return formatLiteral(expression);
    case 'column':
      return formatColumnName(expression.name);
    case 'negate':
      return `-${negatedOperand(expression.operand)}`;
    case 'not':
      return `NOT ${within(expression.operand, NOT_PRECEDENCE)}`;
    case 'binary': {
      const precedence = BINARY_PRECEDENCE[expression.operator];
      const left = within(expression.left, precedence);
      return `${left} ${expression.operator} ${within(expression.right, precedence + 1)}`;
    }
    case 'test':
      return `${within(expression.operand, TEST_PRECEDENCE)} IS ${not(expression)}${expression.test}`;
    case 'distinct': {
      const { left, right } = expression;
      const start = `${within(left, DISTINCT_PRECEDENCE)} IS ${not(expression)}DISTINCT FROM`;
      return `${start} ${within(right, DISTINCT_PRECEDENCE + 1)}`;
    }
    case 'between':
    case 'in':
    case 'like':
      return `${within(expression.operand, RANGE_PRECEDENCE)} ${not(expression)}${formatRange(expression)}`;
    case 'case':
      return formatCase(expression);
    case 'cast': {
      const { operand, target, isTry } = expression;
      return `${isTry ? 'TRY_CAST' : 'CAST'}(${formatExpression(operand)} AS ${formatCastTarget(target)})`;
    }
    case 'field':
      return `${accessed(expression.operand)}.${formatColumnName(expression.name)}`;
    case 'element':
      return `${accessed(expression.operand)}[${formatExpression(expression.index)}]`;
    case 'array':
      return `ARRAY[${expression.elements.map(formatExpression).join(', ')}]`;
    case 'call':
      return formatCall(expression, formatExpression, (part) => within(part, ADDITIVE_PRECEDENCE));
    case 'broken':
      return expression.parts.map(formatExpression).join(' ');
  }
}

/** For messages: at most so many characters. */
export function formatShort(expression: Expression, length = 60): string {
  const text = formatExpression(expression);
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function not({ negated }: { readonly negated: boolean }): string {
  return negated ? 'NOT ' : '';
}

function formatRange(expression: Extract<Expression, { kind: 'between' | 'in' | 'like' }>): string {
  const bound = (part: Expression) => within(part, ADDITIVE_PRECEDENCE);
  switch (expression.kind) {
    case 'between':
      return `BETWEEN ${bound(expression.low)} AND ${bound(expression.high)}`;
    case 'in':
      return `IN (${expression.items.map(formatExpression).join(', ')})`;
    case 'like': {
      const { operator, pattern, escape: escapeWith } = expression;
      return `${operator} ${bound(pattern)}${escapeWith === null ? '' : ` ESCAPE ${bound(escapeWith)}`}`;
    }
  }
}

function formatCase({ operand, branches, otherwise }: Extract<Expression, { kind: 'case' }>): string {
  const parts = branches.map(({ when, result }) => `WHEN ${formatExpression(when)} THEN ${formatExpression(result)}`);
  const start = operand === null ? 'CASE' : `CASE ${formatExpression(operand)}`;
  const end = otherwise === null ? 'END' : `ELSE ${formatExpression(otherwise)} END`;
  return [start, ...parts, end].join(' ');
}

function within(expression: Expression, lowest: number): string {
  const text = formatExpression(expression);
  return precedenceOf(expression) < lowest ? `(${text})` : text;
}

/** A number behind a minus would become one literal with it, and a second minus a comment. */
function negatedOperand(operand: Expression): string {
  const text = within(operand, NEGATION_PRECEDENCE);
  return /^[-\d.]/.test(text) ? `(${text})` : text;
}

/** A point behind a number would become a part of it, and a sign would stand outside of the access. */
function accessed(operand: Expression): string {
  const text = within(operand, ACCESS_PRECEDENCE);
  return /^[-\d.]/.test(text) ? `(${text})` : text;
}

function precedenceOf(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return BINARY_PRECEDENCE[expression.operator];
    case 'not':
      return NOT_PRECEDENCE;
    case 'test':
      return TEST_PRECEDENCE;
    case 'distinct':
      return DISTINCT_PRECEDENCE;
    case 'between':
    case 'in':
    case 'like':
      return RANGE_PRECEDENCE;
    case 'negate':
      return NEGATION_PRECEDENCE;
    default:
      return PRIMARY_PRECEDENCE;
  }
}
