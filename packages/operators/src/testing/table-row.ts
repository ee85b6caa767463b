import type { Decoder, Encoder, OutputBuffer } from '@millrace/engine';
import type { Row, Value } from '@millrace/model';

/** Rows as records and back without a format: a record's value is the number of its row in a table. */

/** A row, or why its record cannot be decoded. */
export type TableEntry = Row | { readonly broken: string };

export function recordOf(index: number): Uint8Array {
  return new Uint8Array([index & 255, (index >> 8) & 255, (index >> 16) & 255, index >> 24]);
}

export function makeTableDecoder(table: readonly TableEntry[]): Decoder {
  let reason = '';
  return {
    decode(buffer, start) {
      const index = new DataView(buffer.buffer, buffer.byteOffset + start, 4).getInt32(0, true);
      const entry = table[index] as TableEntry;
      if ('broken' in entry) {
        reason = entry.broken;
        return null;
      }
      return [...entry];
    },
    get reason() {
      return reason;
    },
  };
}

export const tableEncoder: Encoder = {
  encode(row: Row, timestampMs: number, out: OutputBuffer) {
    const bytes = rowToBytes(row);
    out.nullKey();
    out.ensure(bytes.length);
    out.startValue();
    out.bytes.set(bytes, out.length);
    out.length += bytes.length;
    out.endValue();
    out.finish(timestampMs);
  },
};

/** JSON in which a bigint is `{"int":"…"}`, a number that JSON lacks `{"number":"…"}`, and bytes are `{"bytes":[…]}`. */
export function rowToBytes(row: Row): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(row.map(cellOf)));
}

function cellOf(value: Value): unknown {
  if (typeof value === 'bigint') return { int: String(value) };
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) };
  if (value instanceof Uint8Array) return { bytes: [...value] };
  return Array.isArray(value) ? value.map(cellOf) : value;
}

export function rowFromBytes(bytes: Uint8Array): Row {
  const cells: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return (cells as unknown[]).map(cellValue);
}

function cellValue(cell: unknown): Value {
  if (Array.isArray(cell)) return cell.map(cellValue);
  if (typeof cell !== 'object' || cell === null) return cell as Value;
  if ('int' in cell) return BigInt(cell.int as string);
  if ('number' in cell) return Number(cell.number);
  return Uint8Array.from((cell as { readonly bytes: number[] }).bytes);
}
