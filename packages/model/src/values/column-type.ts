/** The types that a row can hold today. Documents may name all but BYTES, which occurs in error rows only. */
export type ColumnType =
  | { readonly kind: 'BOOLEAN' }
  | { readonly kind: 'INT' }
  | { readonly kind: 'BIGINT' }
  | { readonly kind: 'DOUBLE' }
  | { readonly kind: 'STRING' }
  | { readonly kind: 'TIMESTAMP'; readonly precision: 3 }
  | { readonly kind: 'TIMESTAMP_LTZ'; readonly precision: 3 }
  | { readonly kind: 'BYTES' };

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
export const INT: ColumnType = { kind: 'INT' };
export const BIGINT: ColumnType = { kind: 'BIGINT' };
export const DOUBLE: ColumnType = { kind: 'DOUBLE' };
export const STRING: ColumnType = { kind: 'STRING' };
export const BYTES: ColumnType = { kind: 'BYTES' };
export const TIMESTAMP: ColumnType = { kind: 'TIMESTAMP', precision: 3 };
export const TIMESTAMP_LTZ: ColumnType = { kind: 'TIMESTAMP_LTZ', precision: 3 };

/** As written in documents and messages: `BIGINT`, `TIMESTAMP_LTZ(3)`. */
export function formatType(type: ColumnType): string {
  return 'precision' in type ? `${type.kind}(${type.precision})` : type.kind;
}

export function sameType(a: ColumnType, b: ColumnType): boolean {
  return formatType(a) === formatType(b);
}

/** Whether windows can be built on a column of this type (T1). */
export function isTimeType(type: ColumnType): boolean {
  return type.kind === 'TIMESTAMP' || type.kind === 'TIMESTAMP_LTZ';
}
