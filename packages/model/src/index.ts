export { ERROR_SCHEMA } from './error-rows.ts';
export { failure, type Issue, type Result, success, type TextRange } from './issue.ts';
export type { ConfigMigrations, FormField, NodeForm, NodeRole, NodeSpec, PortSchemas, PortSpec } from './node-spec.ts';
export { assert, unreachable } from './unreachable.ts';
export {
  BIGINT,
  BOOLEAN,
  BYTES,
  type Column,
  type ColumnType,
  DOUBLE,
  type EdgeSchema,
  formatType,
  INT,
  isTimeType,
  STRING,
  sameType,
  TIMESTAMP,
  TIMESTAMP_LTZ,
  type TypeKind,
} from './values/column-type.ts';
export { addInts, canonicalInt, fitsBigint, fitsInt, multiplyInts, subtractInts } from './values/integer.ts';
export type { Int, Row, Value } from './values/value.ts';
