import type { Decoder } from '@millrace/engine';
import type { ColumnType, Value } from '@millrace/model';
import { cellFault } from './cell-fault.ts';
import { makeCellReader } from './cell-reader.ts';
import type { CellReader } from './cell-text.ts';
import { findPointer, parsePointer } from './json-pointer.ts';
import { Cell, ObjectScanner } from './object-scanner.ts';
import { StringCache } from './string-cache.ts';
import type { EpochUnit } from './timestamp-reader.ts';

/**
 * A column to read. `required`: absence and NULL are errors. `path`: a JSON Pointer (RFC 6901); without it the member of that name.
 * `unit`: what a number counts since 1970 where the type is a timestamp; milliseconds without it (T3).
 */
export type JsonColumn = {
  readonly name: string;
  readonly type: ColumnType;
  readonly required: boolean;
  readonly path?: string;
  readonly unit?: EpochUnit;
};

/**
 * Reads JSON objects into rows of these columns. It is projected: members that are not columns are validated, not built. A record is
 * refused as a whole, with a reason, when it is not one JSON object in UTF-8 or a column's value does not fit its type.
 */
export function makeJsonDecoder(columns: readonly JsonColumn[]): Decoder {
  return new JsonDecoder(columns);
}

type Place = { readonly member: number; readonly below: readonly string[] };

class JsonDecoder implements Decoder {
  reason = '';
  readonly #columns: readonly JsonColumn[];
  readonly #scanner: ObjectScanner;
  readonly #places: readonly Place[];
  readonly #readers: readonly CellReader[];
  /** Scans the single value that a pointer below a member leads to. */
  readonly #inner = new ObjectScanner(['value']);

  constructor(columns: readonly JsonColumn[]) {
    const pointers = columns.map(({ name, path }) => (path === undefined ? [name] : parsePointer(path)));
    const members = [...new Set(pointers.map(([member]) => member ?? ''))];
    const strings = new StringCache();
    this.#columns = columns;
    this.#scanner = new ObjectScanner(members);
    this.#places = pointers.map(([member = '', ...below]) => ({ member: members.indexOf(member), below }));
    this.#readers = columns.map(({ type, unit }) => makeCellReader(type, strings, unit));
  }

  decode(bytes: Uint8Array, start: number, end: number): Value[] | null {
    if (!this.#scanner.scan(bytes, start, end)) {
      const { fault, failedAt } = this.#scanner;
      return this.#refuse(`The value is not JSON that can be read: ${fault} at byte ${failedAt - start}.`);
    }
    const row: Value[] = [];
    for (let i = 0; i < this.#columns.length; i++) {
      const value = this.#cell(bytes, i);
      if (value === undefined) return this.#refuseCell(bytes, start, i);
      row.push(value);
    }
    return row;
  }

  /** The value of a column; undefined where it cannot be one. */
  #cell(bytes: Uint8Array, column: number): Value | undefined {
    const { member, below } = this.#places[column] as Place;
    const scanner = below.length === 0 ? this.#scanner : this.#scanBelow(bytes, member, below);
    const index = below.length === 0 ? member : 0;
    const cell = scanner?.cells[index] ?? Cell.absent;
    if (cell === Cell.absent || cell === Cell.null)
      return (this.#columns[column] as JsonColumn).required ? undefined : null;
    return (this.#readers[column] as CellReader)(scanner as ObjectScanner, index, bytes);
  }

  /** The slower way: steps to a value inside of a member. */
  #scanBelow(bytes: Uint8Array, member: number, below: readonly string[]): ObjectScanner | null {
    const { cells, starts, ends } = this.#scanner;
    if (cells[member] !== Cell.nested) return null;
    const found = findPointer(bytes, starts[member] as number, ends[member] as number, below);
    if (found === null) return null;
    this.#inner.scanValue(bytes, found.start, found.end);
    return this.#inner;
  }

  #refuse(reason: string): null {
    this.reason = reason;
    return null;
  }

  #refuseCell(bytes: Uint8Array, start: number, column: number): null {
    const described = this.#columns[column] as JsonColumn;
    const { member, below } = this.#places[column] as Place;
    const scanner = below.length === 0 ? this.#scanner : this.#scanBelow(bytes, member, below);
    return this.#refuse(cellFault(described, scanner, below.length === 0 ? member : 0, bytes, start));
  }
}
