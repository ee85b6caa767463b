import type { ColumnType, RowType, Value } from '@millrace/model';
import type { CellReader } from './cell-text.ts';
import { JsonCursor } from './json-cursor.ts';
import { Cell, ObjectScanner } from './object-scanner.ts';

const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** An array whose elements are all null or of one type. */
export function readArray(readElement: CellReader): CellReader {
  const cursor = new JsonCursor();
  const inner = new ObjectScanner(['element']);
  return (scanner, index, bytes) => {
    const start = scanner.starts[index] as number;
    if (scanner.cells[index] !== Cell.nested || bytes[start] !== OPEN_BRACKET) return undefined;
    cursor.bind(bytes);
    cursor.end = scanner.ends[index] as number;
    const elements: Value[] = [];
    let at = cursor.space(start + 1);
    while (bytes[at] !== CLOSE_BRACKET) {
      const end = cursor.value(at, 1);
      inner.scanValue(bytes, at, end);
      const element = inner.cells[0] === Cell.null ? null : readElement(inner, 0, bytes);
      if (element === undefined) return undefined;
      elements.push(element);
      at = cursor.space(end);
      if (bytes[at] === COMMA) at = cursor.space(at + 1);
    }
    return elements;
  };
}

/** An object; fields that it lacks are NULL, members that are no fields are passed over. */
export function readRow({ fields }: RowType, readerOf: (type: ColumnType) => CellReader): CellReader {
  const inner = new ObjectScanner(fields.map(({ name }) => name));
  const readers = fields.map(({ type }) => readerOf(type));
  return (scanner, index, bytes) => {
    const start = scanner.starts[index] as number;
    if (scanner.cells[index] !== Cell.nested || bytes[start] !== OPEN_BRACE) return undefined;
    if (!inner.scan(bytes, start, scanner.ends[index] as number)) return undefined;
    const values: Value[] = [];
    for (let i = 0; i < readers.length; i++) {
      const cell = inner.cells[i];
      const isNull = cell === Cell.absent || cell === Cell.null;
      const value = isNull ? null : (readers[i] as CellReader)(inner, i, bytes);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  };
}
