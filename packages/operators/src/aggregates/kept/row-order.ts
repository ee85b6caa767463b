import type { PaneTable, RowOrigin } from '@millrace/engine';
import type { Int, Row } from '@millrace/model';
import { exactValue, storeExact } from '../accumulator.ts';
import type { AccumulatorSpec } from '../aggregate-function.ts';

/** Where a row stands among others (J6): by event time, then partition, then offset. Rows without an origin go by arrival. */
export type RowOrder = { readonly time: Int; readonly partition: number; readonly offset: number };

/** How many accumulator columns hold a {@link RowOrder}. */
export const ORDER_WIDTH = 3;

/** The order of the row at hand. */
export function orderOf(spec: Pick<AccumulatorSpec, 'time' | 'origin'>, row: Row): RowOrder {
  const origin: RowOrigin | null = spec.origin();
  const time = spec.time < 0 ? 0 : (row[spec.time] as Int);
  return { time, partition: origin?.partition ?? -1, offset: origin?.position ?? -1 };
}

/** Negative where a comes before b; 0 for rows that only arrival tells apart. */
export function compareOrders(a: RowOrder, b: RowOrder): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.partition - b.partition || a.offset - b.offset;
}

export function orderAt(table: PaneTable, base: number, slot: number): RowOrder {
  return {
    time: exactValue(table, base, slot) as Int,
    partition: (table.accumulators[base + 1] as Float64Array)[slot] as number,
    offset: (table.accumulators[base + 2] as Float64Array)[slot] as number,
  };
}

export function storeOrder(table: PaneTable, base: number, slot: number, order: RowOrder): void {
  storeExact(table, base, slot, order.time);
  (table.accumulators[base + 1] as Float64Array)[slot] = order.partition;
  (table.accumulators[base + 2] as Float64Array)[slot] = order.offset;
}
