import type { Row } from '@millrace/model';
import type { OutputBuffer } from '../output-buffer.ts';

/** Writes one row as one record. Made by `formats` for the columns of one sink. */
export interface Encoder {
  /** Appends exactly one record: startKey … endKey or nullKey, startValue … endValue, finish(timestampMs). */
  encode(row: Row, timestampMs: number, out: OutputBuffer): void;
}

/** Writes a row as one JSON object; for dead letters of rows that were fired from state. */
export interface RowWriter {
  toBytes(row: Row): Uint8Array;
}
