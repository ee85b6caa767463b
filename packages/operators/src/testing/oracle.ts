import { canonicalInt, fitsBigint, type Int, type Row, type TypeKind, type Value } from '@millrace/model';

/**
 * What a pipeline of one source must give, written as plainly as can be: whole logs in memory, exact integers as bigints, no
 * state between rows. It imports nothing but values, so that it cannot share a mistake with what it judges.
 */

export type OracleRow = { readonly partition: number; readonly time: number; readonly row: Row };

/**
 * `idle`: the partition counts as idle from here to its next record (W3). `dead`: a record that is no row; it moves no watermark,
 * but ends its partition's idleness (W4). `end`: no more rows of any partition.
 */
export type OracleElement =
  | ({ readonly kind: 'row' } & OracleRow)
  | { readonly kind: 'idle'; readonly partition: number }
  | { readonly kind: 'dead'; readonly partition: number }
  | { readonly kind: 'end' };

export type JudgedRow = OracleRow & { readonly watermark: number };

/** W7: the rows of whole logs in the order of their heads' event times; ties go to the lower partition. */
export function mergeLogs(logs: readonly (readonly OracleRow[])[]): OracleRow[] {
  const rest = logs.map((log) => [...log]);
  const merged: OracleRow[] = [];
  for (;;) {
    const heads = rest.flatMap((log, partition) => (log[0] === undefined ? [] : [{ time: log[0].time, partition }]));
    const next = heads.toSorted((a, b) => a.time - b.time || a.partition - b.partition)[0];
    if (next === undefined) return merged;
    merged.push(rest[next.partition]?.shift() as OracleRow);
  }
}

/** W1–W4: each row with the watermark as it stood before it, and the watermark after all. */
export function judge(
  elements: readonly OracleElement[],
  partitions: number,
  maxOutOfOrderMs: number,
): { readonly rows: readonly JudgedRow[]; readonly watermark: number } {
  const newest = Array.from({ length: partitions }, () => Number.NEGATIVE_INFINITY);
  const active = Array.from({ length: partitions }, () => true);
  const rows: JudgedRow[] = [];
  let watermark = Number.NEGATIVE_INFINITY;
  for (const element of elements) {
    if (element.kind === 'row') {
      rows.push({ ...element, watermark });
      newest[element.partition] = Math.max(newest[element.partition] as number, element.time);
      active[element.partition] = true;
    } else if (element.kind === 'idle') active[element.partition] = false;
    else if (element.kind === 'dead') active[element.partition] = true;
    const held = newest.filter((_, partition) => active[partition]);
    if (held.length > 0) watermark = Math.max(watermark, Math.min(...held) - maxOutOfOrderMs);
    if (element.kind === 'end') watermark = Number.POSITIVE_INFINITY;
  }
  return { rows, watermark };
}

export type OracleAggregate = {
  readonly fn: 'count' | 'sum' | 'min' | 'max';
  readonly of: number | null;
  readonly kind: TypeKind | null;
};

export type OracleWindow = {
  readonly sizeMs: number;
  readonly offsetMs: number;
  readonly groupBy: readonly number[];
  readonly aggregates: readonly OracleAggregate[];
};

export type OracleResult = {
  /** Rows of closed windows, in order of window end and, within one, of the groups' first rows. */
  readonly closed: readonly Row[];
  /** Late rows with window_start, window_end and watermark, in order of arrival (L2). */
  readonly late: readonly Row[];
  /** Rows in the place of which an error leaves; a result beyond its type is NULL in them (X5). */
  readonly failed: readonly Row[];
  /** How many rows are counted in closed windows, failed ones among them, and in open ones. */
  readonly counted: number;
  readonly open: number;
};

/** A1, L1–L3, L5, L7, X5 for tumbling windows with lateness 0. */
export function tumblingOracle(window: OracleWindow, judged: readonly JudgedRow[], watermark: number): OracleResult {
  const panes = new Map<number, Map<string, Row[]>>();
  const late: Row[] = [];
  for (const { row, time, watermark: before } of judged) {
    const start = Number(floorDivide(BigInt(time - window.offsetMs), BigInt(window.sizeMs))) * window.sizeMs;
    const end = start + window.offsetMs + window.sizeMs;
    if (end <= before) late.push([...row, end - window.sizeMs, end, before]);
    else addTo(panes, end, groupOf(window, row), row);
  }
  const ends = [...panes.keys()].toSorted((a, b) => a - b);
  const results = ends
    .filter((end) => end <= watermark)
    .flatMap((end) => [...(panes.get(end)?.values() ?? [])].map((rows) => resultRow(window, end, rows)));
  const rowsIn = (some: readonly number[]) =>
    some.reduce((n, end) => n + [...(panes.get(end)?.values() ?? [])].reduce((m, rows) => m + rows.length, 0), 0);
  return {
    closed: results.filter((result) => result.fits).map((result) => result.row),
    failed: results.filter((result) => !result.fits).map((result) => result.row),
    late,
    counted: rowsIn(ends.filter((end) => end <= watermark)),
    open: rowsIn(ends.filter((end) => end > watermark)),
  };
}

function addTo(panes: Map<number, Map<string, Row[]>>, end: number, group: string, row: Row): void {
  const pane = panes.get(end) ?? new Map<string, Row[]>();
  panes.set(end, pane);
  pane.set(group, [...(pane.get(group) ?? []), row]);
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

function groupOf(window: OracleWindow, row: Row): string {
  return window.groupBy.map((position) => `${typeof row[position]} ${String(row[position])}`).join('|');
}

function resultRow(window: OracleWindow, end: number, rows: readonly Row[]): { row: Row; fits: boolean } {
  const group = window.groupBy.map((position) => (rows[0] as Row)[position] as Value);
  const results = window.aggregates.map((aggregate) => aggregateOf(aggregate, rows));
  const fits = results.every((result) => result !== 'out of range');
  const values = results.map((result) => (result === 'out of range' ? null : result.value));
  return { row: [...group, end - window.sizeMs, end, end - 1, ...values], fits };
}

function aggregateOf(aggregate: OracleAggregate, rows: readonly Row[]): { value: Value } | 'out of range' {
  const { fn, of, kind } = aggregate;
  if (of === null) return { value: rows.length };
  const values = rows.map((row) => row[of] as Value).filter((value) => value !== null);
  if (fn === 'count') return { value: values.length };
  if (values.length === 0) return { value: null };
  if (fn === 'sum' && kind === 'DOUBLE') return { value: values.reduce((a: number, b) => a + (b as number), 0) };
  if (fn === 'sum') {
    const total = canonicalInt(values.reduce((a: bigint, b) => a + BigInt(b as Int), 0n));
    return fitsBigint(total) ? { value: total } : 'out of range';
  }
  const ordered = values.toSorted(compare);
  return { value: (fn === 'min' ? ordered[0] : ordered.at(-1)) as Value };
}

/** SQL's order: NaN last, strings by their UTF-8 bytes. */
function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareNumbers(codePoints(a), codePoints(b));
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

function codePoints(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) as number);
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((n, i) => n !== b[i]);
  return differs < 0 ? a.length - b.length : (a[differs] as number) - (b[differs] ?? -1);
}
