export type { TimestampFormat } from './json/cell-writer.ts';
export { MAX_DEPTH } from './json/json-cursor.ts';
export { type JsonColumn, makeJsonDecoder } from './json/json-decoder.ts';
export { type JsonSink, makeJsonEncoder, makeRowWriter } from './json/json-encoder.ts';
