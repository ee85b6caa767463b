import type { ViewColumn } from '@millrace/live';

/** Where the bounds of the window stand among the columns, and which columns they make superfluous. */
export type WindowColumns = { readonly start: number; readonly end: number; readonly hidden: readonly number[] };

/** Null for rows that are of no window. */
export function windowsOf(columns: readonly ViewColumn[]): WindowColumns | null {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const [start, end, time] = [at('window_start'), at('window_end'), at('window_time')];
  return start < 0 || end < 0 ? null : { start, end, hidden: [start, end, time].filter((i) => i >= 0) };
}
