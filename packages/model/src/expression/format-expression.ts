import { formatTimestamp } from '../values/timestamp.ts';
import type { Expression, LiteralExpression } from './expression.ts';
import {
  BINARY_PRECEDENCE,
  NEGATION_PRECEDENCE,
  NOT_PRECEDENCE,
  PRIMARY_PRECEDENCE,
  TEST_PRECEDENCE,
} from './precedence.ts';
import { formatColumnName } from './words.ts';

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
      return `${within(expression.operand, TEST_PRECEDENCE)} IS ${expression.negated ? 'NOT ' : ''}${expression.test}`;
    case 'call':
      return `${expression.name}(${expression.arguments.map(formatExpression).join(', ')})`;
    case 'broken':
      return expression.parts.map(formatExpression).join(' ');
  }
}

/** For messages: at most so many characters. */
export function formatShort(expression: Expression, length = 60): string {
  const text = formatExpression(expression);
  return text.length <= length ? text : `${text.slice(0, length)}…`;
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

function precedenceOf(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return BINARY_PRECEDENCE[expression.operator];
    case 'not':
      return NOT_PRECEDENCE;
    case 'test':
      return TEST_PRECEDENCE;
    case 'negate':
      return NEGATION_PRECEDENCE;
    default:
      return PRIMARY_PRECEDENCE;
  }
}

function formatLiteral({ type, value }: LiteralExpression): string {
  switch (type?.kind) {
    case undefined:
      return 'NULL';
    case 'STRING':
      return `'${String(value).replaceAll("'", "''")}'`;
    case 'BOOLEAN':
      return value === true ? 'TRUE' : 'FALSE';
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return `${type.kind} '${formatTimestamp(Number(value), type.kind, 'sql')}'`;
    case 'DOUBLE':
      return /^-?\d+$/.test(String(value)) ? `${String(value)}.0` : String(value);
    default:
      return String(value);
  }
}
