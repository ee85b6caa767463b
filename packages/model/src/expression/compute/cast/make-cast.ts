import type { ColumnType } from '../../../values/column-type.ts';
import { formatValue } from '../../../values/format-value.ts';
import { encodeUtf8 } from '../../../values/utf8.ts';
import type { Value } from '../../../values/value.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import { isColumnType, type ScalarType, sameScalarType } from '../../scalar-type.ts';
import { compactJson } from '../json/compact-json.ts';
import { shown } from '../shown.ts';
import { castToBoolean, castToDecimal, castToDouble, castToInteger } from './cast-to-number.ts';
import { castToDate, castToTime, castToTimestamp } from './cast-to-time.ts';

/** One value that is not NULL as one of another type; throws an EvaluationError where it has none there (X2). */
export type Cast = (value: NonNullable<Value>) => NonNullable<Value>;

/** How values of one type become values of another, as CAST does it in Flink; null where no CAST leads there. */
export function makeCast(from: ScalarType, to: ColumnType): Cast | null {
  if (!isColumnType(from)) return null;
  if (sameScalarType(from, to)) return (value) => value;
  switch (to.kind) {
    case 'STRING':
      return (value) => formatValue(value, from);
    case 'BOOLEAN':
      return castToBoolean(from);
    case 'INT':
    case 'BIGINT':
      return castToInteger(from, to.kind);
    case 'DOUBLE':
      return castToDouble(from);
    case 'DECIMAL':
      return castToDecimal(from, to);
    case 'DATE':
      return castToDate(from);
    case 'TIME':
      return castToTime(from, to.precision);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return castToTimestamp(from, to);
    case 'BYTES':
      return from.kind === 'STRING' ? (value) => encodeUtf8(value as string) : null;
    case 'JSON':
      return from.kind === 'STRING' ? jsonOfText : null;
    case 'ARRAY':
      return from.kind === 'ARRAY' ? castParts([makeCast(from.element, to.element)]) : null;
    case 'ROW':
      if (from.kind !== 'ROW' || from.fields.length !== to.fields.length) return null;
      return castParts(to.fields.map(({ type }, i) => makeCast(from.fields[i]?.type ?? type, type)));
  }
}

function jsonOfText(value: NonNullable<Value>): string {
  const json = compactJson(value as string);
  if (json === null) throw new EvaluationError(`${shown(value)} is no JSON.`);
  return json;
}

/** Of each part with its cast, or of all with the only one; null where a part has none. */
function castParts(casts: readonly (Cast | null)[]): Cast | null {
  if (casts.includes(null)) return null;
  return (value) =>
    (value as readonly Value[]).map((part, i) => {
      const cast = casts[casts.length === 1 ? 0 : i];
      return part === null || !cast ? null : cast(part);
    });
}
