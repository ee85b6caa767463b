import type { PaneTable } from '@millrace/engine';
import { arrayOf, type Row, STRING, type Value } from '@millrace/model';
import { type Accumulator, fromEmpty } from './accumulator.ts';
import type { AccumulatorSpec, AggregateFunction } from './aggregate-function.ts';
import { RowList } from './kept/row-list.ts';
import { orderOf } from './kept/row-order.ts';

/** As many values as are collected where `limit` does not say otherwise, and as many as it may say. */
const DEFAULT_LIMIT = 1_000;
export const MAX_COLLECTED = 10_000;
/** X6: a text has at most 1 MB; its characters are counted. */
const MAX_SIZE = 1_048_576;

/** An ARRAY of all values, NULLs among them, in the order of their rows (J6). NULL of no rows. */
export const collect: AggregateFunction = {
  fn: 'collect',
  ofIsOptional: false,
  takes: 'any type',
  distinct: 'refused',
  args: { limit: 'optional' },
  resultOf: (of) => (of === null ? null : { type: arrayOf(of.type), nullable: true }),
  make: (spec) => makeCollection(spec, true, (values) => values),
};

/** The texts of all rows in their order (J6) with `separator`, a comma by default, between them; NULLs are skipped. */
export const stringAgg: AggregateFunction = {
  fn: 'string_agg',
  ofIsOptional: false,
  takes: 'STRING',
  distinct: 'refused',
  args: { separator: 'optional', limit: 'optional' },
  resultOf: (of) => (of?.type.kind === 'STRING' ? { type: STRING, nullable: true } : null),
  make(spec) {
    const separator = spec.args.separator ?? ',';
    return makeCollection(spec, false, (texts) => {
      const text = texts.join(separator);
      return text.length > MAX_SIZE ? undefined : text;
    });
  },
};

function makeCollection(
  spec: AccumulatorSpec,
  keepsNulls: boolean,
  finish: (values: readonly Value[]) => Value | undefined,
): Accumulator {
  const { base, of } = spec;
  const limit = spec.args.limit ?? DEFAULT_LIMIT;
  const list = new RowList(spec, base, { values: limit, size: MAX_SIZE });
  return fromEmpty({
    width: RowList.width,
    initEmpty: (table, slot) => list.initEmpty(table, slot),
    add(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null || keepsNulls) list.add(table, slot, value, orderOf(spec, row));
    },
    retract(table: PaneTable, slot: number, row: Row) {
      const value = row[of] as Value;
      if (value !== null || keepsNulls) list.retract(table, slot, value, orderOf(spec, row).time);
    },
    merge: (table, slot, from, fromSlot) => list.merge(table, slot, from, fromSlot),
    result(table, slot) {
      if (list.isFull(table, slot)) return undefined;
      const rows = list.rows(table, slot);
      return rows.length === 0 ? null : finish(rows.map(({ value }) => value));
    },
    fault: () => `has more than ${limit} values, or ${MAX_SIZE} characters of them`,
  });
}
