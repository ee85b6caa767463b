import type { Cell, ViewColumn } from '@millrace/live';
import { formatType } from '@millrace/model';
import type { ViewPlan } from '@millrace/plan';
import { cellOf } from './cell-of.ts';

/**
 * Committed rows for showing, oldest first. `node`: the live view; null: the pipeline's dead letters. `first`: the sequence of the
 * first row, counted from 0 within the epoch (V2).
 */
export type ViewRows = {
  readonly node: string | null;
  readonly epoch: string;
  readonly first: number;
  readonly columns: readonly ViewColumn[];
  readonly rows: readonly (readonly Cell[])[];
};

export function viewColumns({ columns }: ViewPlan): readonly ViewColumn[] {
  return columns.map(({ name, type }) => ({ name, type: formatType(type) }));
}

/** One record of a view's topic as the page gets it. Rejects what this pipeline did not write. */
export function viewRow({ decoder, columns, topic }: ViewPlan, buffer: Uint8Array, start: number, end: number): Cell[] {
  const row = decoder.decode(buffer, start, end);
  if (row === null) throw new Error(`The topic ${topic} holds a record that is no row of its view: ${decoder.reason}`);
  return row.map((value, i) => cellOf(value, (columns[i] as ViewPlan['columns'][number]).type));
}
