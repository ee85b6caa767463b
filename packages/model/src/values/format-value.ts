import type { ColumnType } from './column-type.ts';
import { formatDate } from './date.ts';
import { formatDecimal } from './decimal.ts';
import { formatDouble } from './format-double.ts';
import { formatTime } from './time-of-day.ts';
import { formatTimestamp } from './timestamp.ts';
import { decodeUtf8 } from './utf8.ts';
import type { Int, Value } from './value.ts';

/**
 * The text of a value that is not NULL, as CAST to STRING gives it (X4): `TRUE`, `12.30`, `1.0E7`, `2026-01-01 00:00:00.000` (in UTC),
 * `[1, NULL]`, `(1, a)`. BYTES are read as UTF-8.
 */
export function formatValue(value: NonNullable<Value>, type: ColumnType): string {
  switch (type.kind) {
    case 'BOOLEAN':
      return value === true ? 'TRUE' : 'FALSE';
    case 'DOUBLE':
      return formatDouble(value as number);
    case 'DECIMAL':
      return formatDecimal(value as Int, type.scale);
    case 'DATE':
      return formatDate(value as number);
    case 'TIME':
      return formatTime(value as number, type.precision);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return formatTimestamp(value as Int, 'TIMESTAMP', 'sql', type.precision);
    case 'BYTES':
      return decodeUtf8(value as Uint8Array);
    case 'ARRAY':
      return `[${(value as readonly Value[]).map((element) => orNull(element, type.element)).join(', ')}]`;
    case 'ROW':
      return `(${type.fields.map((field, i) => orNull((value as readonly Value[])[i] ?? null, field.type)).join(', ')})`;
    default:
      return String(value);
  }
}

function orNull(value: Value, type: ColumnType): string {
  return value === null ? 'NULL' : formatValue(value, type);
}
