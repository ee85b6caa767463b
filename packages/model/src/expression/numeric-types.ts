import { BIGINT, type ColumnType, DOUBLE, INT, sameType } from '../values/column-type.ts';

export function isNumeric(type: ColumnType): boolean {
  return type.kind === 'INT' || type.kind === 'BIGINT' || type.kind === 'DOUBLE';
}

export function isInteger(type: ColumnType): boolean {
  return type.kind === 'INT' || type.kind === 'BIGINT';
}

/** Of two numeric types the wider: INT, BIGINT, DOUBLE. */
export function widerNumber(a: ColumnType, b: ColumnType): ColumnType {
  if (a.kind === 'DOUBLE' || b.kind === 'DOUBLE') return DOUBLE;
  return a.kind === 'BIGINT' || b.kind === 'BIGINT' ? BIGINT : INT;
}

/** The type that values of both types have without a loss of meaning, or null: numbers the wider, others only themselves. */
export function commonType(a: ColumnType, b: ColumnType): ColumnType | null {
  if (isNumeric(a) && isNumeric(b)) return widerNumber(a, b);
  return sameType(a, b) ? a : null;
}
