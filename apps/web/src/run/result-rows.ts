import type { Cell, Rows, ViewColumn } from '@millrace/live';

/** What a panel keeps of a view; the service's ring has as many. */
const KEPT = 10_000;

/** Committed rows of a view as they have come in, oldest first. `first`: the sequence of the oldest; `gaps`: rows that were missed. */
export type ResultRows = {
  readonly epoch: string;
  readonly columns: readonly ViewColumn[];
  readonly first: number;
  readonly rows: readonly (readonly Cell[])[];
  readonly gaps: number;
};

export const NO_ROWS: ResultRows = { epoch: '', columns: [], first: 0, rows: [], gaps: 0 };

/** The rows after a frame. Another epoch begins anew; a row that is here already is passed over (V2). */
export function foldRows(known: ResultRows, frame: Rows): ResultRows {
  const isNew = frame.epoch !== known.epoch;
  const base = isNew ? { ...NO_ROWS, epoch: frame.epoch, first: frame.first } : known;
  const next = base.first + base.rows.length;
  const count = frame.values[0]?.length ?? 0;
  const from = Math.max(0, next - frame.first);
  const added = Array.from({ length: Math.max(0, count - from) }, (_, i) =>
    frame.values.map((column) => column[from + i] ?? null),
  );
  const missed = isNew ? 0 : Math.max(0, frame.first - next);
  const rows = missed > 0 ? added : [...base.rows, ...added];
  const dropped = Math.max(0, rows.length - KEPT);
  return {
    epoch: frame.epoch,
    columns: frame.columns,
    first: (missed > 0 ? frame.first : base.first) + dropped,
    rows: dropped > 0 ? rows.slice(dropped) : rows,
    gaps: base.gaps + missed + (isNew ? frame.skipped : 0),
  };
}
