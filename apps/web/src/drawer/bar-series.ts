import type { Cell } from '@millrace/live';
import { isNumeric } from '../look/format.ts';
import type { ResultRows } from '../run/result-rows.ts';
import { windowsOf } from './windows-of.ts';

export type Bar = { readonly startMs: number; readonly value: number };
export type BarSeries = { readonly key: string; readonly column: string; readonly bars: readonly Bar[] };

/** How many windows a chart shows. */
const WINDOWS = 12;

/** The first number of a key's last windows, oldest first; the key of the newest row where none is given. Null: no windows. */
export function barSeries(rows: ResultRows, wantedKey: string | null): BarSeries | null {
  const windows = windowsOf(rows.columns);
  if (windows === null) return null;
  const { start, hidden } = windows;
  const isOwn = (i: number) => !hidden.includes(i);
  const column = rows.columns.findIndex(({ type }, i) => isOwn(i) && i > start && isNumeric(type));
  if (column < 0) return null;
  const keyOf = (row: readonly Cell[]) => row.slice(0, start).map(keyText).join(' · ');
  const newest = rows.rows.at(-1);
  const key = wantedKey ?? (newest === undefined ? '' : keyOf(newest));
  const bars = new Map<number, number>();
  for (let i = rows.rows.length - 1; i >= 0 && bars.size < WINDOWS; i--) {
    const row = rows.rows[i] as readonly Cell[];
    const [at, value] = [row[start], row[column]];
    if (typeof at === 'number' && typeof value === 'number' && keyOf(row) === key && !bars.has(at)) bars.set(at, value);
  }
  const sorted = [...bars].map(([startMs, value]) => ({ startMs, value })).sort((a, b) => a.startMs - b.startMs);
  return { key, column: rows.columns[column]?.name ?? '', bars: sorted };
}

/** The keys of the newest windows, in order. */
export function keysOf(rows: ResultRows): readonly string[] {
  const windows = windowsOf(rows.columns);
  if (windows === null) return [];
  const keys = rows.rows.slice(-500).map((row) => row.slice(0, windows.start).map(keyText).join(' · '));
  return [...new Set(keys)].sort();
}

function keyText(cell: Cell): string {
  return cell === null ? 'NULL' : typeof cell === 'object' ? cell.exact : String(cell);
}
