import { type Accumulator, bump, countAt } from './accumulator.ts';
import type { AccumulatorSpec } from './aggregate-function.ts';

/** NULL again when all values have been taken back: one column more counts those that are not NULL (L7). */
export function nullWithoutValues(spec: AccumulatorSpec, make: (spec: AccumulatorSpec) => Accumulator): Accumulator {
  const { base, of } = spec;
  const inner = make({ ...spec, base: base + 1 });
  return {
    ...inner,
    width: inner.width + 1,
    initEmpty(table, slot) {
      (table.accumulators[base] as Float64Array)[slot] = 0;
      inner.initEmpty(table, slot);
    },
    init(table, slot, row) {
      (table.accumulators[base] as Float64Array)[slot] = row[of] === null ? 0 : 1;
      inner.init(table, slot, row);
    },
    add(table, slot, row) {
      if (row[of] !== null) bump(table, base, slot, 1);
      inner.add(table, slot, row);
    },
    retract(table, slot, row) {
      if (row[of] !== null) bump(table, base, slot, -1);
      inner.retract(table, slot, row);
    },
    merge(table, slot, from, fromSlot) {
      bump(table, base, slot, countAt(from, base, fromSlot));
      inner.merge(table, slot, from, fromSlot);
    },
    result: (table, slot) => (countAt(table, base, slot) === 0 ? null : inner.result(table, slot)),
  };
}
