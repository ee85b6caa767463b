import type { CellReader } from './cell-text.ts';
import { Cell } from './object-scanner.ts';
import { decodeUtf8 } from './utf8.ts';

/** Strings, which are kept as they are, or the space between tokens. */
const SPACE = /("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g;

/** Any value as its JSON text without space between tokens; numbers and strings stay as they were written. */
export const compactJson: CellReader = (scanner, index, bytes) => {
  const isString = scanner.cells[index] === Cell.string;
  const start = (scanner.starts[index] as number) - (isString ? 1 : 0);
  const end = (scanner.ends[index] as number) + (isString ? 1 : 0);
  const text = decodeUtf8(bytes, start, end);
  return isString ? text : text.replace(SPACE, '$1');
};
