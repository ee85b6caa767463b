import type { Cell, ViewColumn } from '@millrace/live';

/** Where the bounds of the window stand among the columns, and which columns they make superfluous. */
export type WindowColumns = { readonly start: number; readonly end: number; readonly hidden: readonly number[] };

/** Null for rows that are of no window. */
export function windowsOf(columns: readonly ViewColumn[]): WindowColumns | null {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const [start, end, time] = [at('window_start'), at('window_end'), at('window_time')];
  return start < 0 || end < 0 ? null : { start, end, hidden: [start, end, time].filter((i) => i >= 0) };
}

/** Newest window first, then by what stands before the window's columns; rows of no window newest first. */
export function inReadingOrder(
  rows: readonly (readonly Cell[])[],
  windows: WindowColumns | null,
): readonly (readonly Cell[])[] {
  const newest = [...rows].reverse();
  if (windows === null) return newest;
  const { start } = windows;
  const keyOf = (row: readonly Cell[]) => JSON.stringify(row.slice(0, start));
  return newest.sort((a, b) => Number(b[start]) - Number(a[start]) || (keyOf(a) < keyOf(b) ? -1 : 1));
}
