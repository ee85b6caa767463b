import { membersOf } from './json-members.ts';

/** No column is wider, in characters. */
const WIDEST = 24;
const GAP = '  ';
/** Says the same as the column `window_end` beside it. */
const REDUNDANT = 'window_time';
/** What a terminal would obey rather than show. */
const CONTROL = /\p{Cc}/gu;
const TIMESTAMP = /^\d{4}-\d\d-\d\d (\d\d:\d\d:\d\d)(\.\d+)?Z?$/;

type Cells = ReadonlyMap<string, string>;

/**
 * Rows of one sink, JSON objects as text, as aligned lines under the names of their columns; columns that `width` has no room for
 * are left out at the end. Numbers stay as they were written; of a timestamp the time of day is shown.
 */
export function resultTable(rows: readonly string[], width: number): string[] {
  const cells = rows.map(cellsOf);
  const names = [...new Set(cells.flatMap((row) => [...row.keys()]))];
  const shown = names.filter((name) => name !== REDUNDANT || !names.includes('window_end'));
  const columns = withinWidth(
    shown.map((name) => columnOf(name, cells)),
    width,
  );
  const line = (cell: (name: string) => string) =>
    columns
      .map(({ name, size, right }) => fit(cell(name), size, right))
      .join(GAP)
      .trimEnd();
  return [line((name) => name), ...cells.map((row) => line((name) => row.get(name) ?? ''))];
}

type Column = { readonly name: string; readonly size: number; readonly right: boolean };

function columnOf(name: string, rows: readonly Cells[]): Column {
  const values = rows.map((row) => row.get(name) ?? '');
  const longest = Math.max(name.length, ...values.map((value) => value.length));
  return {
    name,
    size: Math.min(WIDEST, longest),
    right: values.every((value) => value === '–' || /^-?\d/.test(value)),
  };
}

function withinWidth(columns: readonly Column[], width: number): readonly Column[] {
  let used = -GAP.length;
  return columns.filter(({ size }) => {
    used += size + GAP.length;
    return used <= width;
  });
}

function cellsOf(row: string): Cells {
  return new Map(membersOf(row).map(([name, value]) => [name, cellOf(value)]));
}

function cellOf(value: string): string {
  if (value === 'null') return '–';
  if (!value.startsWith('"')) return value;
  const text = String(JSON.parse(value)).replace(CONTROL, '·');
  const [, time, fraction = ''] = TIMESTAMP.exec(text) ?? [];
  return time === undefined ? text : `${time}${/^\.0+$/.test(fraction) ? '' : fraction}`;
}

function fit(text: string, size: number, right: boolean): string {
  const short = text.length > size ? `${text.slice(0, size - 1)}…` : text;
  return right ? short.padStart(size) : short.padEnd(size);
}
