import type { ResultRows } from '../run/result-rows.ts';

/** Rows that stand still: because somebody paused, or reads further down. */
export type HeldRows = { readonly rows: ResultRows; readonly by: 'button' | 'scroll' };

/** How many rows have come in since they were held; rows of another epoch are all new. */
export function newRows(held: ResultRows, now: ResultRows): number {
  if (held.epoch !== now.epoch) return now.rows.length;
  return Math.max(0, now.first + now.rows.length - held.first - held.rows.length);
}
