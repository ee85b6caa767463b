import type { PaneTable } from '@millrace/engine';
import { compareValues, type Row, STRING, type Value } from '@millrace/model';
import { type Accumulator, exactValue, fromEmpty, storeExact } from './accumulator.ts';
import type { AccumulatorSpec } from './aggregate-function.ts';
import { MAX_DISTINCT } from './distinct.ts';
import { ValueCounts } from './kept/value-counts.ts';

/**
 * MIN (sign −1) or MAX over a changelog: every value is kept with its count, so that the next one is known when the outermost goes.
 * Columns: the counts', the outermost value.
 */
export function retractableExtremum(spec: AccumulatorSpec, sign: 1 | -1): Accumulator {
  const { of } = spec;
  const counts = new ValueCounts(spec, spec.base, spec.type ?? STRING, MAX_DISTINCT);
  const outermost = spec.base + ValueCounts.width;

  function add(table: PaneTable, slot: number, value: Value, by: number): void {
    if (counts.change(table, slot, value, by) !== null) consider(table, slot, value);
  }

  function consider(table: PaneTable, slot: number, value: Value): void {
    const before = exactValue(table, outermost, slot);
    if (before === null || compareValues(value, before) * sign > 0) storeExact(table, outermost, slot, value);
  }

  return fromEmpty({
    width: ValueCounts.width + 1,
    initEmpty: (table, slot) => counts.initEmpty(table, slot),
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) add(table, slot, value, 1);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value === null || counts.change(table, slot, value, -1) !== 0) return;
      if (compareValues(value, exactValue(table, outermost, slot)) !== 0) return;
      storeExact(table, outermost, slot, null);
      counts.forEach(table, slot, (left) => consider(table, slot, left));
    },
    merge(table, slot, from, fromSlot) {
      if (counts.isFull(from, fromSlot)) counts.fill(table, slot);
      else counts.forEach(from, fromSlot, (value, count) => add(table, slot, value, count));
    },
    result: (table, slot) => (counts.isFull(table, slot) ? undefined : exactValue(table, outermost, slot)),
    fault: () => `has more than ${MAX_DISTINCT} distinct values`,
  });
}
