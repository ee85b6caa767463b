import { formatDate } from '../../values/date.ts';
import { formatDecimal } from '../../values/decimal.ts';
import { formatTime } from '../../values/time-of-day.ts';
import { formatTimestamp } from '../../values/timestamp.ts';
import type { Int } from '../../values/value.ts';
import type { LiteralExpression } from '../expression.ts';
import type { IntervalType } from '../scalar-type.ts';
import { UNIT_MS } from '../time-unit.ts';

/** A literal as an expression writes it. */
export function formatLiteral({ type, value }: LiteralExpression): string {
  switch (type?.kind) {
    case undefined:
      return 'NULL';
    case 'STRING':
      return `'${String(value).replaceAll("'", "''")}'`;
    case 'BOOLEAN':
      return value === true ? 'TRUE' : 'FALSE';
    case 'DECIMAL':
      return formatDecimal(value as Int, type.scale);
    case 'DATE':
      return `DATE '${formatDate(value as number)}'`;
    case 'TIME':
      return `TIME '${formatTime(value as number, type.precision)}'`;
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return `${type.kind} '${formatTimestamp(value as Int, type.kind, 'sql', type.precision)}'`;
    case 'INTERVAL':
      return formatInterval(value as number, type);
    case 'DOUBLE':
      return formatExponent(value as number);
    default:
      return String(value);
  }
}

/** With an exponent, so that it is read as DOUBLE again; the shortest digits. */
function formatExponent(value: number): string {
  const text = String(value);
  return /[eE]/.test(text) ? text : `${text}e0`;
}

function formatInterval(value: number, { unit }: IntervalType): string {
  if (unit === 'MONTH') return value % 12 === 0 ? `INTERVAL '${value / 12}' YEAR` : `INTERVAL '${value}' MONTH`;
  for (const name of ['DAY', 'HOUR', 'MINUTE', 'SECOND'] as const) {
    if (value % UNIT_MS[name] === 0) return `INTERVAL '${value / UNIT_MS[name]}' ${name}`;
  }
  return `INTERVAL '${formatDecimal(value, 3)}' SECOND`;
}
