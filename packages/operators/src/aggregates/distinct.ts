import type { PaneTable } from '@millrace/engine';
import { type Row, STRING, type Value } from '@millrace/model';
import { type Accumulator, fromEmpty } from './accumulator.ts';
import type { AccumulatorSpec } from './aggregate-function.ts';
import { ValueCounts } from './kept/value-counts.ts';

/** As many distinct values as a slot keeps. */
export const MAX_DISTINCT = 1_000_000;

/** DISTINCT: each value that is not NULL counts once, as long as one row has it (L7). */
export function distinct(spec: AccumulatorSpec, make: (spec: AccumulatorSpec) => Accumulator): Accumulator {
  const { of } = spec;
  const counts = new ValueCounts(spec, spec.base, spec.type ?? STRING, MAX_DISTINCT);
  const inner = make({ ...spec, base: spec.base + ValueCounts.width, of: 0 });

  function change(table: PaneTable, slot: number, value: Value, by: number): void {
    const count = counts.change(table, slot, value, by);
    if (count === null) return;
    if (count > 0 && count <= by) inner.add(table, slot, [value]);
    else if (count <= 0 && count > by) inner.retract(table, slot, [value]);
  }

  return fromEmpty({
    width: ValueCounts.width + inner.width,
    initEmpty(table, slot) {
      counts.initEmpty(table, slot);
      inner.initEmpty(table, slot);
    },
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) change(table, slot, value, 1);
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) change(table, slot, value, -1);
    },
    merge(table, slot, from, fromSlot) {
      if (counts.isFull(from, fromSlot)) counts.fill(table, slot);
      else counts.forEach(from, fromSlot, (value, count) => change(table, slot, value, count));
    },
    result: (table, slot) => (counts.isFull(table, slot) ? undefined : inner.result(table, slot)),
    fault: (table, slot) =>
      counts.isFull(table, slot) ? `has more than ${MAX_DISTINCT} distinct values` : inner.fault(table, slot),
  });
}
