import type { Value } from '@millrace/model';
import { decodeJsonString } from './json-string.ts';
import { Cell, type ObjectScanner } from './object-scanner.ts';
import { decodeUtf8 } from './utf8.ts';

/** Reads a cell that is there and not null as a value of the column's type; undefined where it is none. */
export type CellReader = (scanner: ObjectScanner, index: number, bytes: Uint8Array) => Value | undefined;

/** The text of a cell: of a string what it says, of everything else how it is written. */
export function cellText(scanner: ObjectScanner, index: number, bytes: Uint8Array): string {
  const start = scanner.starts[index] as number;
  const end = scanner.ends[index] as number;
  if (scanner.cells[index] !== Cell.string) return decodeUtf8(bytes, start, end);
  return scanner.escaped[index] === 1 ? decodeJsonString(bytes, start, end) : decodeUtf8(bytes, start, end);
}
