import type { PaneTable } from '@millrace/engine';
import type { Row, Value } from '@millrace/model';
import { type Accumulator, exactValue, fromEmpty, hasNoFault, storeExact, takesNothingBack } from './accumulator.ts';
import type { AccumulatorSpec, AggregateFunction } from './aggregate-function.ts';
import { RowList } from './kept/row-list.ts';
import { compareOrders, ORDER_WIDTH, orderAt, orderOf, type RowOrder, storeOrder } from './kept/row-order.ts';

/** As many rows as a slot keeps where rows are taken back, as a top-N does (J4). */
const MAX_ROWS = 10_000;
const MAX_SIZE = 1_048_576;

/** The value of the first row by event time, partition and offset (J6) in which it is not NULL. */
export const first: AggregateFunction = edge('first', -1);

/** The value of the last row, as {@link first}. */
export const last: AggregateFunction = edge('last', 1);

function edge(fn: string, sign: 1 | -1): AggregateFunction {
  return {
    fn,
    ofIsOptional: false,
    takes: 'any type',
    distinct: 'indifferent',
    args: {},
    resultOf: (of) => (of === null ? null : { type: of.type, nullable: of.nullable }),
    make: (spec) => (spec.retracts ? edgeOfList(spec, sign) : edgeOfRows(spec, sign)),
  };
}

/** Columns: the value, the order of its row. */
function edgeOfRows(spec: AccumulatorSpec, sign: 1 | -1): Accumulator {
  const { base, of } = spec;
  const ordered = base + 1;

  /** Of rows that only arrival tells apart the first one stays first, and the last one becomes last. */
  function take(table: PaneTable, slot: number, value: Value, order: RowOrder): void {
    if (exactValue(table, ordered, slot) !== null) {
      const difference = compareOrders(order, orderAt(table, ordered, slot)) * sign;
      if (difference < 0 || (difference === 0 && sign < 0)) return;
    }
    storeExact(table, base, slot, value);
    storeOrder(table, ordered, slot, order);
  }

  return fromEmpty({
    width: 1 + ORDER_WIDTH,
    initEmpty() {},
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) take(table, slot, value, orderOf(spec, row));
    },
    retract: takesNothingBack,
    merge(table, slot, from, fromSlot) {
      if (exactValue(from, ordered, fromSlot) === null) return;
      take(table, slot, exactValue(from, base, fromSlot), orderAt(from, ordered, fromSlot));
    },
    result: (table, slot) => exactValue(table, base, slot),
    fault: hasNoFault,
  });
}

/** Every row is kept, so that the next one is known when the outermost goes. */
function edgeOfList(spec: AccumulatorSpec, sign: 1 | -1): Accumulator {
  const { base, of } = spec;
  const list = new RowList(spec, base, { values: MAX_ROWS, size: MAX_SIZE });
  return fromEmpty({
    width: RowList.width,
    initEmpty: (table, slot) => list.initEmpty(table, slot),
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) list.add(table, slot, value, orderOf(spec, row));
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null) list.retract(table, slot, value, orderOf(spec, row).time);
    },
    merge: (table, slot, from, fromSlot) => list.merge(table, slot, from, fromSlot),
    result(table, slot) {
      if (list.isFull(table, slot)) return undefined;
      return list.rows(table, slot).at(sign < 0 ? 0 : -1)?.value ?? null;
    },
    fault: () => `has more than ${MAX_ROWS} values, or ${MAX_SIZE} characters of them`,
  });
}
