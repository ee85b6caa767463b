import {
  type ColumnType,
  fitsBigint,
  fitsInt,
  type Int,
  MAX_TIMESTAMP_MS,
  MIN_TIMESTAMP_MS,
  parseTimestamp,
  type TimestampKind,
  unreachable,
  type Value,
} from '@millrace/model';
import { exactInteger, nearestDouble } from './exact-number.ts';
import { decodeJsonString } from './json-string.ts';
import { Cell, type ObjectScanner } from './object-scanner.ts';
import { asciiText, type StringCache } from './string-cache.ts';
import { decodeUtf8 } from './utf8.ts';

/** Reads a cell that is there and not null as a value of the column's type; undefined where it is none. */
export type CellReader = (scanner: ObjectScanner, index: number, bytes: Uint8Array) => Value | undefined;

const SPECIAL_DOUBLES: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

export function makeCellReader(type: ColumnType, strings: StringCache): CellReader {
  switch (type.kind) {
    case 'INT':
      return integerReader(fitsInt);
    case 'BIGINT':
      return integerReader(fitsBigint);
    case 'DOUBLE':
      return readDouble;
    case 'BOOLEAN':
      return readBoolean;
    case 'STRING':
      return stringReader(strings);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return timestampReader(type.kind);
    case 'BYTES':
      throw new Error('broken invariant: no column of a source is BYTES');
    default:
      return unreachable(type);
  }
}

/** The text of a string or a number. */
export function cellText(scanner: ObjectScanner, index: number, bytes: Uint8Array): string {
  const start = scanner.starts[index] as number;
  const end = scanner.ends[index] as number;
  if (scanner.cells[index] !== Cell.string) return decodeUtf8(bytes, start, end);
  return scanner.escaped[index] === 1 ? decodeJsonString(bytes, start, end) : decodeUtf8(bytes, start, end);
}

function integerReader(fits: (value: Int) => boolean): CellReader {
  return (scanner, index, bytes) => {
    const cell = scanner.cells[index];
    if (cell === Cell.int) {
      const value = scanner.ints[index] as number;
      return fits(value) ? value : undefined;
    }
    if (cell !== Cell.number && cell !== Cell.string) return undefined;
    const value = exactInteger(cellText(scanner, index, bytes));
    return value === null || typeof value === 'string' || !fits(value) ? undefined : value;
  };
}

function readDouble(scanner: ObjectScanner, index: number, bytes: Uint8Array): Value | undefined {
  const cell = scanner.cells[index];
  if (cell === Cell.int) return scanner.ints[index] as number;
  if (cell === Cell.number)
    return finite(Number(asciiText(bytes, scanner.starts[index] as number, scanner.ends[index] as number)));
  if (cell !== Cell.string) return undefined;
  const text = cellText(scanner, index, bytes);
  return SPECIAL_DOUBLES.get(text) ?? finite(nearestDouble(text));
}

/** A number beyond the range would silently become infinite (X2). Minus zero is stored as zero. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value + 0 : undefined;
}

function readBoolean(scanner: ObjectScanner, index: number): Value | undefined {
  const cell = scanner.cells[index];
  if (cell === Cell.true) return true;
  return cell === Cell.false ? false : undefined;
}

/** A string; of any other value the JSON text as it was written. */
function stringReader(strings: StringCache): CellReader {
  return (scanner, index, bytes) => {
    const start = scanner.starts[index] as number;
    const end = scanner.ends[index] as number;
    if (scanner.cells[index] !== Cell.string) return decodeUtf8(bytes, start, end);
    if (scanner.escaped[index] === 1) return decodeJsonString(bytes, start, end);
    return scanner.high[index] === 1 ? decodeUtf8(bytes, start, end) : strings.ascii(bytes, start, end);
  };
}

/** Milliseconds: a text in sql or iso form, or a whole number of milliseconds since 1970 as number or text. */
function timestampReader(kind: TimestampKind): CellReader {
  return (scanner, index, bytes) => {
    const cell = scanner.cells[index];
    if (cell === Cell.int) return inRange(scanner.ints[index] as number);
    if (cell !== Cell.number && cell !== Cell.string) return undefined;
    const text = cellText(scanner, index, bytes);
    const time = cell === Cell.string ? parseTimestamp(text, kind) : null;
    if (time !== null) return time;
    const ms = exactInteger(text);
    return typeof ms === 'number' ? inRange(ms) : undefined;
  };
}

function inRange(ms: number): number | undefined {
  return ms >= MIN_TIMESTAMP_MS && ms <= MAX_TIMESTAMP_MS ? ms : undefined;
}
