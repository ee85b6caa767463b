import type { Encoder, RowWriter } from '@millrace/engine';
import { OutputBuffer } from '@millrace/engine';
import type { Column, Row, Value } from '@millrace/model';
import { type CellWriter, makeCellWriter, type TimestampFormat } from './cell-writer.ts';
import { encodeUtf8 } from './utf8.ts';
import { quoted } from './write-string.ts';

/** `key`: positions of the key columns in the order of the key; null: records without a key. */
export type JsonSink = {
  readonly columns: readonly Column[];
  readonly key: readonly number[] | null;
  readonly timestampFormat: TimestampFormat;
};

/**
 * Writes rows as JSON objects: the value with all columns in order, the key a compact object of the key columns. Bytes go straight
 * into the output buffer.
 */
export function makeJsonEncoder({ columns, key, timestampFormat }: JsonSink): Encoder {
  const writers = columns.map(({ type }) => makeCellWriter(type, timestampFormat));
  const value = new ObjectWriter(
    columns.map((_, i) => i),
    columns,
    writers,
  );
  const keyWriter = key === null ? null : new ObjectWriter(key, columns, writers);
  return {
    encode(row, timestampMs, out) {
      if (keyWriter === null) out.nullKey();
      else {
        out.startKey();
        keyWriter.write(row, out);
        out.endKey();
      }
      out.startValue();
      value.write(row, out);
      out.endValue();
      out.finish(timestampMs);
    },
  };
}

/** Writes one row at a time, for dead letters of rows that were fired from state. */
export function makeRowWriter(columns: readonly Column[]): RowWriter {
  const encoder = makeJsonEncoder({ columns, key: null, timestampFormat: 'sql' });
  return {
    toBytes(row) {
      const out = new OutputBuffer(256, 1);
      encoder.encode(row, 0, out);
      return out.bytes.slice(0, out.length);
    },
  };
}

const CLOSE_BRACE = 0x7d;

/** The members of one object: what stands before each value is written once and copied. */
class ObjectWriter {
  readonly #positions: readonly number[];
  readonly #before: readonly Uint8Array[];
  readonly #writers: readonly CellWriter[];
  readonly #namesLength: number;

  constructor(positions: readonly number[], columns: readonly Column[], writers: readonly CellWriter[]) {
    this.#positions = positions;
    this.#before = positions.map((position, i) =>
      encodeUtf8(`${i === 0 ? '{' : ','}${quoted((columns[position] as Column).name)}:`),
    );
    this.#writers = positions.map((position) => writers[position] as CellWriter);
    this.#namesLength = this.#before.reduce((length, bytes) => length + bytes.length, 2);
  }

  write(row: Row, out: OutputBuffer): void {
    out.ensure(this.#namesLength);
    const before = this.#before;
    if (before.length === 0) out.bytes[out.length++] = 0x7b;
    for (let i = 0; i < before.length; i++) {
      const text = before[i] as Uint8Array;
      out.ensure(text.length + 1);
      const bytes = out.bytes;
      let at = out.length;
      for (let j = 0; j < text.length; j++) bytes[at++] = text[j] as number;
      out.length = at;
      (this.#writers[i] as CellWriter)(row[this.#positions[i] as number] as Value, out);
    }
    out.ensure(1);
    out.bytes[out.length++] = CLOSE_BRACE;
  }
}
