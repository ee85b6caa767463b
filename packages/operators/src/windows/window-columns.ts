import { type Column, type ColumnType, type EdgeSchema, isTimeType, TIMESTAMP, TIMESTAMP_LTZ } from '@millrace/model';
import { withAddedColumns } from '../columns.ts';

/** Names that a window operator adds, in their order (L5). */
export const WINDOW_COLUMNS = ['window_start', 'window_end', 'window_time'] as const;

/** How far window_time, the event time of a window's result, lies before its end (L5). */
export const WINDOW_TIME_BEFORE_END_MS = 1;

/** Digits of a second's fraction that the event time has; bounds have three. */
export function timePrecision(input: EdgeSchema): number {
  const type = input.columns[input.time]?.type;
  return type !== undefined && isTimeType(type) ? type.precision : TIMESTAMP.precision;
}

/** The type of window bounds and watermark: that of the event time, in milliseconds (L5). */
export function boundsType(input: EdgeSchema): ColumnType {
  return input.columns[input.time]?.type.kind === 'TIMESTAMP_LTZ' ? TIMESTAMP_LTZ : TIMESTAMP;
}

/**
 * What a window operator sends on `out`: group columns, window_start, window_end, window_time, aggregates. A row is known by
 * its group and `identity`, how many of the window's bounds it takes to tell windows apart: 1 where the size is fixed.
 */
export function windowResultSchema(
  input: EdgeSchema,
  groupBy: readonly number[],
  aggregates: readonly Column[],
  identity: 1 | 2,
): EdgeSchema {
  const added = [...bounds(input, WINDOW_COLUMNS), ...aggregates];
  const groups = groupBy.map((position) => input.columns[position] as Column);
  return {
    columns: withAddedColumns(groups, added),
    time: groups.length + 2,
    changelog: false,
    upsertKey: Array.from({ length: groups.length + identity }, (_, position) => position),
  };
}

/**
 * What leaves on `late` (L2): the input's columns, then window_start, window_end and watermark. The edge is timeless: its rows
 * lie behind the watermark, which no edge with an event time may carry (O2).
 */
export function lateSchema(input: EdgeSchema): EdgeSchema {
  const added = bounds(input, ['window_start', 'window_end', 'watermark']);
  return { columns: withAddedColumns(input.columns, added), time: -1, changelog: false, upsertKey: null };
}

function bounds(input: EdgeSchema, names: readonly string[]): readonly Column[] {
  const type = boundsType(input);
  return names.map((name) => ({ name, type, nullable: false }));
}
