import { type ColumnType, formatType, sameType } from '../values/column-type.ts';

/** A span of time: whole months, or milliseconds. A type of expressions alone, no column holds one. */
export type IntervalType = { readonly kind: 'INTERVAL'; readonly unit: 'MONTH' | 'MILLISECOND' };

/** The type of NULL where nothing says another one. */
export type NullType = { readonly kind: 'NULL' };

/** What a part of an expression can have as its type. The value of an INTERVAL is an Int in its unit. */
export type ScalarType = ColumnType | IntervalType | NullType;

export const MONTHS: IntervalType = { kind: 'INTERVAL', unit: 'MONTH' };
export const MILLISECONDS: IntervalType = { kind: 'INTERVAL', unit: 'MILLISECOND' };
export const NULL_TYPE: NullType = { kind: 'NULL' };

/** For messages. */
export function formatScalarType(type: ScalarType): string {
  if (type.kind === 'NULL') return 'NULL';
  if (type.kind !== 'INTERVAL') return formatType(type);
  return type.unit === 'MONTH' ? 'INTERVAL of months' : 'INTERVAL of time';
}

export function sameScalarType(a: ScalarType, b: ScalarType): boolean {
  return a === b || (isColumnType(a) && isColumnType(b) && sameType(a, b));
}

export function isColumnType(type: ScalarType): type is ColumnType {
  return type.kind !== 'INTERVAL' && type.kind !== 'NULL';
}
