import type { RowType } from '../../../values/column-type.ts';
import { formatValue } from '../../../values/format-value.ts';
import type { Value } from '../../../values/value.ts';
import { isColumnType, type ScalarType } from '../../scalar-type.ts';
import { encodeBase64 } from '../text/base64.ts';

/** A value as JSON: exact numbers with all their digits, times as texts, BYTES in base64, arrays and rows nested. */
export function jsonText(value: Value, type: ScalarType): string {
  if (value === null || !isColumnType(type)) return 'null';
  switch (type.kind) {
    case 'BOOLEAN':
    case 'INT':
    case 'BIGINT':
    case 'JSON':
      return String(value);
    case 'DECIMAL':
      return formatValue(value, type);
    case 'DOUBLE':
      return Number.isFinite(value) ? String(value) : JSON.stringify(String(value));
    case 'BYTES':
      return JSON.stringify(encodeBase64(value as Uint8Array));
    case 'ARRAY':
      return `[${(value as readonly Value[]).map((element) => jsonText(element, type.element)).join(',')}]`;
    case 'ROW':
      return objectText(value as readonly Value[], type);
    default:
      return JSON.stringify(formatValue(value, type));
  }
}

function objectText(values: readonly Value[], { fields }: RowType): string {
  const members = fields.map(({ name, type }, i) => `${JSON.stringify(name)}:${jsonText(values[i] ?? null, type)}`);
  return `{${members.join(',')}}`;
}
