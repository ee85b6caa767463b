import { formatName } from './name.ts';

/** The types that a column can have. BYTES, JSON, ARRAY and ROW have no order and are no keys ({@link isComparable}). */
export type ColumnType =
  | { readonly kind: 'BOOLEAN' }
  | { readonly kind: 'INT' }
  | { readonly kind: 'BIGINT' }
  | { readonly kind: 'DOUBLE' }
  | DecimalType
  | { readonly kind: 'STRING' }
  | { readonly kind: 'BYTES' }
  | { readonly kind: 'DATE' }
  | { readonly kind: 'TIME'; readonly precision: number }
  | TimestampType
  | { readonly kind: 'JSON' }
  | ArrayType
  | RowType;

/** `precision` digits in all, 1 to 38, of which `scale` stand behind the point. */
export type DecimalType = { readonly kind: 'DECIMAL'; readonly precision: number; readonly scale: number };
/** `precision`: digits of a second's fraction, 0 to 9. */
export type TimestampType = { readonly kind: 'TIMESTAMP' | 'TIMESTAMP_LTZ'; readonly precision: number };
export type ArrayType = { readonly kind: 'ARRAY'; readonly element: ColumnType };
export type RowType = { readonly kind: 'ROW'; readonly fields: readonly RowField[] };
export type RowField = { readonly name: string; readonly type: ColumnType };

export type TypeKind = ColumnType['kind'];

/** One column of an edge. */
export type Column = { readonly name: string; readonly type: ColumnType; readonly nullable: boolean };

/**
 * What flows along an edge.
 * `time`: position of the event-time column (O1), −1 where the edge is timeless.
 * `changelog`: whether rows of other kinds than insert can occur.
 * `upsertKey`: positions of the columns that identify a row of a changelog or of a window's result; null where none is known.
 */
export type EdgeSchema = {
  readonly columns: readonly Column[];
  readonly time: number;
  readonly changelog: boolean;
  readonly upsertKey: readonly number[] | null;
};

export const BOOLEAN: ColumnType = { kind: 'BOOLEAN' };
export const INT = { kind: 'INT' } as const satisfies ColumnType;
export const BIGINT = { kind: 'BIGINT' } as const satisfies ColumnType;
export const DOUBLE = { kind: 'DOUBLE' } as const satisfies ColumnType;
export const STRING: ColumnType = { kind: 'STRING' };
export const BYTES: ColumnType = { kind: 'BYTES' };
export const DATE: ColumnType = { kind: 'DATE' };
export const JSON_TEXT: ColumnType = { kind: 'JSON' };
export const TIMESTAMP: TimestampType = { kind: 'TIMESTAMP', precision: 3 };
export const TIMESTAMP_LTZ: TimestampType = { kind: 'TIMESTAMP_LTZ', precision: 3 };

export function decimal(precision: number, scale: number): DecimalType {
  return { kind: 'DECIMAL', precision, scale };
}

export function arrayOf(element: ColumnType): ArrayType {
  return { kind: 'ARRAY', element };
}

export function rowOf(fields: readonly RowField[]): RowType {
  return { kind: 'ROW', fields };
}

/** As written in documents and messages: `BIGINT`, `DECIMAL(10, 2)`, `TIMESTAMP_LTZ(3)`, `ROW<a INT, b ARRAY<STRING>>`. */
export function formatType(type: ColumnType): string {
  switch (type.kind) {
    case 'DECIMAL':
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case 'TIME':
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return `${type.kind}(${type.precision})`;
    case 'ARRAY':
      return `ARRAY<${formatType(type.element)}>`;
    case 'ROW':
      return `ROW<${type.fields.map((field) => `${formatName(field.name)} ${formatType(field.type)}`).join(', ')}>`;
    default:
      return type.kind;
  }
}

export function sameType(a: ColumnType, b: ColumnType): boolean {
  return a === b || formatType(a) === formatType(b);
}

/** Whether windows can be built on a column of this type (T1). */
export function isTimeType(type: ColumnType): type is TimestampType {
  return type.kind === 'TIMESTAMP' || type.kind === 'TIMESTAMP_LTZ';
}

/** Whether values of this type have an order and can be keys of groups. */
export function isComparable(type: ColumnType): boolean {
  return type.kind !== 'BYTES' && type.kind !== 'JSON' && type.kind !== 'ARRAY' && type.kind !== 'ROW';
}
