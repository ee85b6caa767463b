import type { Cell } from '@millrace/live';
import type { ColumnType, Value } from '@millrace/model';

/** Longer text is cut for showing, characters; the topic holds all of it. */
const LONGEST_TEXT = 1_000;

/** A value as the page gets it: exact integers as digits, times in milliseconds, what JSON cannot say as text (X2). */
export function cellOf(value: Value, { kind }: ColumnType): Cell {
  switch (typeof value) {
    case 'bigint':
      return { exact: String(value) };
    case 'number':
      return kind === 'DOUBLE' && !Number.isFinite(value) ? String(value) : value;
    case 'string':
      return shownText(value);
    case 'boolean':
      return value;
    default:
      return value === null ? null : shownText(String(value));
  }
}

/** Text cut to what is shown. */
export function shownText(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
