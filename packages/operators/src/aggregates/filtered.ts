import type { Accumulator } from './accumulator.ts';

/** FILTER: only rows for which the condition is TRUE are taken, not those for which it is FALSE or UNKNOWN. */
export function filtered(inner: Accumulator, holds: () => boolean): Accumulator {
  return {
    ...inner,
    init(table, slot, row) {
      if (holds()) inner.init(table, slot, row);
      else inner.initEmpty(table, slot);
    },
    add(table, slot, row) {
      if (holds()) inner.add(table, slot, row);
    },
    retract(table, slot, row) {
      if (holds()) inner.retract(table, slot, row);
    },
  };
}
