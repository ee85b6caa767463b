import type { OperatorContext, Panes, PaneTable } from '@millrace/engine';
import { type ColumnType, INT, type OnError, type Row, type Value } from '@millrace/model';
import type { Accumulator } from '../aggregates/accumulator.ts';
import { type AggregatePlan, COUNT_ROWS, makeAccumulators } from './make-accumulators.ts';
import { PaneFamily } from './pane-family.ts';
import type { RowConditions } from './row-conditions.ts';

/** What is accumulated per group in each pane: positions and types of the group columns, and how to make the aggregates. */
export type PaneAggregationPlan = {
  readonly groupBy: readonly { readonly position: number; readonly type: ColumnType }[];
  /** In the order of their results. */
  readonly aggregates: readonly AggregatePlan[];
  /** Which of them counts all rows, −1 for none. */
  readonly rowCount: number;
};

const NO_GROUP: readonly ColumnType[] = [INT];

/**
 * Accumulation, the second of a window operator's three parts: which slot a row has in a table and what its aggregates are.
 * It knows neither windows nor watermarks. Where no aggregate counts the slot's rows, one accumulator column more does.
 */
export class PaneAggregation {
  readonly panes: Panes;
  /** The aggregates, and what counts rows beside them. */
  readonly accumulators: readonly Accumulator[];
  /** To be asked about a row before it is added. */
  readonly conditions: RowConditions;
  readonly #positions: readonly number[];
  readonly #first: number;
  /** By group column: whether its numbers are keys as they are. A DOUBLE has NaN and NULL, which need keys of their own. */
  readonly #isDirect: readonly boolean[];
  readonly #keys: Float64Array;
  readonly #rows: Accumulator;

  constructor(plan: PaneAggregationPlan, context: Pick<OperatorContext, 'state' | 'origin'>, onError: OnError) {
    const plans = plan.rowCount < 0 ? [...plan.aggregates, COUNT_ROWS] : plan.aggregates;
    const made = makeAccumulators(plans, context, onError);
    const keys = plan.groupBy.length === 0 ? NO_GROUP : plan.groupBy.map((column) => column.type);
    this.panes = new PaneFamily(context.state.panes('panes', { keys, accumulators: made.columns }), made.beside);
    this.accumulators = made.accumulators;
    this.conditions = made.conditions;
    this.#rows = this.accumulators[plan.rowCount < 0 ? plans.length - 1 : plan.rowCount] as Accumulator;
    this.#positions = plan.groupBy.map((column) => column.position);
    this.#first = this.#positions.length === 1 ? (this.#positions[0] as number) : -1;
    this.#isDirect = plan.groupBy.map(({ type }) => type.kind !== 'DOUBLE');
    this.#keys = new Float64Array(Math.max(1, this.#positions.length));
  }

  /** Takes a row into its slot of a pane. */
  add(table: PaneTable, row: Row): void {
    const slot = this.#first >= 0 ? table.slot1(this.#key(0, row[this.#first] as Value)) : this.#slotOfKeys(table, row);
    const accumulators = this.accumulators;
    if (table.fresh) {
      for (let i = 0; i < accumulators.length; i++) (accumulators[i] as Accumulator).init(table, slot, row);
    } else {
      for (let i = 0; i < accumulators.length; i++) (accumulators[i] as Accumulator).add(table, slot, row);
    }
    table.touch(slot);
  }

  /** The group of a slot, by position of the group column. */
  groupValue(table: PaneTable, column: number, slot: number): Value {
    return this.panes.keyValue(column, (table.keys[column] as Float64Array)[slot] as number);
  }

  /** How many rows a pane holds. */
  rowsIn(table: PaneTable): number {
    let rows = 0;
    for (let slot = 0; slot < table.size; slot++) rows += this.#rows.result(table, slot) as number;
    return rows;
  }

  #slotOfKeys(table: PaneTable, row: Row): number {
    const positions = this.#positions;
    const keys = this.#keys;
    if (positions.length === 0) return table.slot1(0);
    for (let i = 0; i < positions.length; i++) keys[i] = this.#key(i, row[positions[i] as number] as Value);
    return table.slotN(keys);
  }

  /** A whole number stands for itself; other values are interned (L7: NULL is a group). */
  #key(column: number, value: Value): number {
    return typeof value === 'number' && this.#isDirect[column] === true ? value : this.panes.intern(column, value);
  }
}
