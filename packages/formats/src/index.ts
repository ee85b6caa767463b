export type { TimestampFormat } from './json/cell-writer.ts';
export { JsonInference } from './json/inference/json-inference.ts';
export type {
  Contradiction,
  EventTimeCandidate,
  InferredColumn,
  KeyCandidate,
  SchemaInference,
  TimeReading,
} from './json/inference/schema-inference.ts';
export { type EventTimeChoice, proposedEventTime, sourceConfigOf } from './json/inference/source-config.ts';
export type { ValueKind } from './json/inference/value-kind.ts';
export { MAX_DEPTH } from './json/json-cursor.ts';
export { type JsonColumn, makeJsonDecoder } from './json/json-decoder.ts';
export { type JsonSink, makeJsonEncoder, makeRowWriter } from './json/json-encoder.ts';
