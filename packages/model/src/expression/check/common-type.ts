import { type ColumnType, decimal, isComparable, isTimeType, type TimestampType } from '../../values/column-type.ts';
import { MAX_DECIMAL_PRECISION } from '../../values/decimal.ts';
import { isColumnType, type ScalarType, sameScalarType } from '../scalar-type.ts';
import { asDecimal, isNumeric, widerNumber } from './numeric-types.ts';

/** The type that values of both types have without a loss of meaning, or null where there is none. NULL has every type. */
export function commonType(a: ScalarType, b: ScalarType): ScalarType | null {
  if (sameScalarType(a, b) || b.kind === 'NULL') return a;
  if (a.kind === 'NULL') return b;
  if (isNumeric(a) && isNumeric(b)) return widerNumber(a, b);
  if (!isColumnType(a) || !isColumnType(b)) return null;
  if (a.kind === 'TIME' && b.kind === 'TIME') return a.precision >= b.precision ? a : b;
  if (isTimeType(a) && isTimeType(b) && a.kind === b.kind) return finer(a, b);
  if (a.kind === 'DATE' && b.kind === 'TIMESTAMP') return b;
  return a.kind === 'TIMESTAMP' && b.kind === 'DATE' ? a : null;
}

/**
 * The type in which values of two types are compared, or null. Exact numbers are compared with all their digits, so it may have more
 * than a column can; a wall clock is compared with a point in time as UTC.
 */
export function comparisonType(a: ScalarType, b: ScalarType): ScalarType | null {
  if (isNumeric(a) && isNumeric(b) && (a.kind === 'DECIMAL' || b.kind === 'DECIMAL')) {
    if (a.kind === 'DOUBLE' || b.kind === 'DOUBLE') return widerNumber(a, b);
    return decimal(MAX_DECIMAL_PRECISION, Math.max(asDecimal(a).scale, asDecimal(b).scale));
  }
  if (isColumnType(a) && isColumnType(b) && isTimeType(a) && isTimeType(b))
    return { ...finer(a, b), kind: 'TIMESTAMP' };
  const common = commonType(a, b);
  return common !== null && isColumnType(common) && !isComparable(common) ? null : common;
}

/** Whether a text can be read as a value of this type. */
export function isTemporal(type: ScalarType): type is Extract<ColumnType, { kind: 'DATE' | 'TIME' } | TimestampType> {
  return isColumnType(type) && (type.kind === 'DATE' || type.kind === 'TIME' || isTimeType(type));
}

function finer(a: TimestampType, b: TimestampType): TimestampType {
  return a.precision >= b.precision ? a : b;
}
