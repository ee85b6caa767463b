import {
  type ColumnType,
  fitsBigint,
  fitsInt,
  type Int,
  parseDate,
  parseTime,
  unreachable,
  type Value,
} from '@millrace/model';
import { fromBase64 } from './base64.ts';
import { type CellReader, cellText } from './cell-text.ts';
import { compactJson } from './compact-json.ts';
import { decimalReader } from './decimal-reader.ts';
import { exactInteger, nearestDouble } from './exact-number.ts';
import { decodeJsonString } from './json-string.ts';
import { readArray, readRow } from './nested-reader.ts';
import { Cell, type ObjectScanner } from './object-scanner.ts';
import { asciiText, type StringCache } from './string-cache.ts';
import { type EpochUnit, timestampReader } from './timestamp-reader.ts';
import { decodeUtf8 } from './utf8.ts';

const SPECIAL_DOUBLES: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** `unit`: of numbers that stand for a TIMESTAMP; those inside of arrays and rows are milliseconds. */
export function makeCellReader(type: ColumnType, strings: StringCache, unit: EpochUnit = 'ms'): CellReader {
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
      return timestampReader(type, unit);
    case 'DECIMAL':
      return decimalReader(type);
    case 'DATE':
      return textReader(parseDate);
    case 'TIME':
      return textReader((text) => parseTime(text, type.precision));
    case 'BYTES':
      return textReader(fromBase64);
    case 'JSON':
      return compactJson;
    case 'ARRAY':
      return readArray(makeCellReader(type.element, strings));
    case 'ROW':
      return readRow(type, (field) => makeCellReader(field, strings));
    default:
      return unreachable(type);
  }
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

/** A value that is written as a string in one form alone. */
function textReader(read: (text: string) => Value): CellReader {
  return (scanner, index, bytes) => {
    if (scanner.cells[index] !== Cell.string) return undefined;
    return read(cellText(scanner, index, bytes)) ?? undefined;
  };
}
