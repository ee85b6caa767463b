export { applyEdit } from './edits/apply-edit.ts';
export type { Edit } from './edits/edit.ts';
export { insertOnEdge } from './edits/insert-on-edge.ts';
export { type Clipboard, pasteNodes } from './edits/paste-nodes.ts';
export { removeMending } from './edits/remove-mending.ts';
export { uniqueKey } from './edits/unique-key.ts';
export { ERROR_SCHEMA } from './error-rows.ts';
export { checkCondition, checkExpression } from './expression/check/check-expression.ts';
export { compileExpression, compilePredicate } from './expression/compile/compile-expression.ts';
export {
  type CompiledCondition,
  type CompiledExpression,
  compileCondition,
  compileText,
} from './expression/compile/compile-text.ts';
export { EvaluationError } from './expression/evaluation-error.ts';
export {
  type BinaryOperator,
  columnsOf,
  type Expression,
  MAX_EXPRESSION_DEPTH,
  MAX_EXPRESSION_LENGTH,
} from './expression/expression.ts';
export type { FunctionDefinition } from './expression/functions/function-definition.ts';
export { scalarFunctions } from './expression/functions/registry.ts';
export { parseExpression, parseRecovering } from './expression/parse/parse-expression.ts';
export { formatColumnName } from './expression/parse/words.ts';
export { formatExpression } from './expression/print/format-expression.ts';
export type { CheckedExpression, Evaluate } from './expression/typed-expression.ts';
export { checkGraph } from './graph/check-graph.ts';
export { DOCUMENT_FORMAT, DOCUMENT_VERSION, MAX_EDGES, MAX_NODES } from './graph/document-schema.ts';
export { formatDocument } from './graph/format-document.ts';
export type { JsonObject, JsonValue } from './graph/json-value.ts';
export { MAX_DOCUMENT_LENGTH, parseDocument } from './graph/parse-document.ts';
export { MAX_JSON_DEPTH, parseJson } from './graph/parse-json.ts';
export {
  DEFAULT_INPUT_PORT,
  DEFAULT_OUTPUT_PORT,
  type EdgeDocument,
  formatInput,
  formatOutput,
  type NodeDocument,
  type OnError,
  type ParameterValue,
  type PipelineDocument,
  type PipelineSettings,
  type PortRef,
} from './graph/pipeline-document.ts';
export { PIPELINE_FILE_ENDING, pipelineNameOf } from './graph/pipeline-file.ts';
export { isPipelineId, makePipelineId } from './graph/pipeline-id.ts';
export { formatPath, schemaIssues } from './graph/schema-issues.ts';
export { substituteParameters } from './graph/substitute-parameters.ts';
export { type GraphOrder, topologicalOrder } from './graph/topological-order.ts';
export { failure, type Issue, type Result, success, type TextRange } from './issue.ts';
export { nearest } from './nearest.ts';
export type {
  ConfigMigrations,
  FormField,
  FunctionChoice,
  NodeForm,
  NodeRole,
  NodeSpec,
  PaletteGroup,
  PortSchemas,
  PortSpec,
} from './node-spec.ts';
export { assert, unreachable } from './unreachable.ts';
export { formatByteSize, parseByteSize } from './values/byte-size.ts';
export {
  type ArrayType,
  arrayOf,
  BIGINT,
  BOOLEAN,
  BYTES,
  type Column,
  type ColumnType,
  DATE,
  type DecimalType,
  DOUBLE,
  decimal,
  type EdgeSchema,
  formatType,
  INT,
  isComparable,
  isTimeType,
  JSON_TEXT,
  type RowField,
  type RowType,
  rowOf,
  STRING,
  sameType,
  TIMESTAMP,
  TIMESTAMP_LTZ,
  type TimestampType,
  type TypeKind,
} from './values/column-type.ts';
export { compareNumbers, compareStrings, compareValues } from './values/compare-values.ts';
export { formatDate, MAX_DATE, MIN_DATE, parseDate } from './values/date.ts';
export { decimalToDouble, divideHalfUp, fitsDecimal, formatDecimal, parseDecimal, rescale } from './values/decimal.ts';
export { durationInWords, formatDuration, parseDuration } from './values/duration.ts';
export { formatValue } from './values/format-value.ts';
export { addInts, canonicalInt, fitsBigint, fitsInt, multiplyInts, subtractInts } from './values/integer.ts';
export { isName, nameFault } from './values/name.ts';
export { parseColumnType } from './values/parse-column-type.ts';
export { formatTime, parseTime } from './values/time-of-day.ts';
export { toMillis, toPrecision, unitsPerSecond } from './values/time-units.ts';
export {
  formatTimestamp,
  MAX_TIMESTAMP_MS,
  MIN_TIMESTAMP_MS,
  parseTimestamp,
  type TimestampFormat,
  type TimestampKind,
} from './values/timestamp.ts';
export type { Int, Row, Value } from './values/value.ts';
