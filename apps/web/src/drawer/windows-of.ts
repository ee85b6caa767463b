import type { Cell, ViewColumn } from '@millrace/live';
import type { ResultRows } from '../run/result-rows.ts';

/** Where the bounds of the window stand among the columns, and which columns they make superfluous. */
export type WindowColumns = { readonly start: number; readonly end: number; readonly hidden: readonly number[] };

/** A row with its number in the view, which no other row of the epoch has. */
export type NumberedRow = { readonly sequence: number; readonly row: readonly Cell[] };

/** Null for rows that are of no window. */
export function windowsOf(columns: readonly ViewColumn[]): WindowColumns | null {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const [start, end, time] = [at('window_start'), at('window_end'), at('window_time')];
  return start < 0 || end < 0 ? null : { start, end, hidden: [start, end, time].filter((i) => i >= 0) };
}

/** The newest rows of a view, numbered, newest last. */
export function newestRows({ first, rows }: Pick<ResultRows, 'first' | 'rows'>, count: number): readonly NumberedRow[] {
  const from = Math.max(0, rows.length - count);
  return rows.slice(from).map((row, i) => ({ sequence: first + from + i, row }));
}

/** Newest window first, then by what stands before the window's columns; rows of no window newest first. */
export function inReadingOrder(rows: readonly NumberedRow[], windows: WindowColumns | null): readonly NumberedRow[] {
  const newest = [...rows].reverse();
  if (windows === null) return newest;
  const { start } = windows;
  const keyOf = (row: readonly Cell[]) => JSON.stringify(row.slice(0, start));
  return newest
    .map((numbered) => ({ numbered, key: keyOf(numbered.row), at: Number(numbered.row[start]) }))
    .sort((a, b) => b.at - a.at || Number(a.key > b.key) - Number(a.key < b.key))
    .map(({ numbered }) => numbered);
}

/** Up to which event time windows are among the rows; −∞ where there is none. */
export function committedTo({ rows }: Pick<ResultRows, 'rows'>, { end }: WindowColumns): number {
  const last = rows.at(-1)?.[end];
  return typeof last === 'number' ? last : Number.NEGATIVE_INFINITY;
}
