import type { CallClause, JsonQueryClause, JsonValueClause } from '../call-clause.ts';
import type { CallExpression, Expression } from '../expression.ts';
import { formatCastTarget } from '../parse/cast-target.ts';

type Print = (part: Expression) => string;

/** A call in its function's own syntax; `bound` prints a part that stands before an operator. */
export function formatCall({ name, arguments: parts, clause }: CallExpression, print: Print, bound: Print): string {
  return `${name}(${formatParts(name, parts, clause, print, bound)})`;
}

function formatParts(
  name: string,
  parts: readonly Expression[],
  clause: CallClause | null,
  print: Print,
  bound: Print,
): string {
  const [first, second] = parts;
  if (name === 'POSITION' && parts.length === 2)
    return `${bound(first as Expression)} IN ${print(second as Expression)}`;
  const list = parts.map(print).join(', ');
  switch (clause?.kind) {
    case undefined:
      return list;
    case 'unit':
      if (name === 'EXTRACT') return `${clause.unit} FROM ${list}`;
      return /^TIMESTAMP/.test(name)
        ? [clause.unit, ...parts.map(print)].join(', ')
        : `${beforeTo(list)} TO ${clause.unit}`;
    case 'trim':
      if (second !== undefined) return `${clause.side} ${print(second)} FROM ${print(first as Expression)}`;
      return clause.side === 'BOTH' ? list : `${clause.side} FROM ${list}`;
    case 'json-value':
      return formatJsonValue(parts, clause, print);
    case 'json-query':
      return `${list}${formatWrapper(clause)}${unlessUsual(clause.onEmpty, 'NULL', 'EMPTY')}${unlessUsual(clause.onError, 'NULL', 'ERROR')}`;
    case 'json-exists':
      return `${list}${unlessUsual(clause.onError, 'FALSE', 'ERROR')}`;
    case 'on-null':
      return formatOnNull(name, parts, clause.onNull, print);
  }
}

/** An INTERVAL would take TO as its own. */
function beforeTo(text: string): string {
  return /\bINTERVAL '[^']*' [A-Z]+$/.test(text) ? `(${text})` : text;
}

function formatJsonValue(parts: readonly Expression[], clause: JsonValueClause, print: Print): string {
  const defaults = parts.slice(2);
  const fallback = (what: JsonValueClause['onEmpty'], when: string) => {
    const value = what === 'DEFAULT' ? defaults.shift() : undefined;
    return value === undefined ? unlessUsual(what, 'NULL', when) : ` DEFAULT ${print(value)} ON ${when}`;
  };
  const returning = clause.returning === null ? '' : ` RETURNING ${formatCastTarget(clause.returning)}`;
  const subject = parts.slice(0, 2).map(print).join(', ');
  return `${subject}${returning}${fallback(clause.onEmpty, 'EMPTY')}${fallback(clause.onError, 'ERROR')}`;
}

function formatWrapper({ wrapper }: JsonQueryClause): string {
  if (wrapper === 'WITHOUT') return '';
  return wrapper === 'CONDITIONAL' ? ' WITH CONDITIONAL ARRAY WRAPPER' : ' WITH ARRAY WRAPPER';
}

function formatOnNull(name: string, parts: readonly Expression[], onNull: 'NULL' | 'ABSENT', print: Print): string {
  const isObject = name === 'JSON_OBJECT';
  const list = parts.map((part, i) =>
    isObject && i % 2 === 1 ? ` VALUE ${print(part)}` : `${i > 0 ? ', ' : ''}${print(part)}`,
  );
  const usual = isObject ? 'NULL' : 'ABSENT';
  return `${list.join('')}${unlessUsual(onNull, usual, 'NULL', parts.length === 0)}`;
}

function unlessUsual(what: string, usual: string, when: string, isFirst = false): string {
  return what === usual ? '' : `${isFirst ? '' : ' '}${what} ON ${when}`;
}
