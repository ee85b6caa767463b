import type { OperatorContext, Panes } from '@millrace/engine';
import type { OnError } from '@millrace/model';
import type { Accumulator } from '../aggregates/accumulator.ts';
import type { AccumulatorPlace } from '../aggregates/aggregate-function.ts';
import { countRows } from '../aggregates/count.ts';
import { filtered } from '../aggregates/filtered.ts';
import { type RowCondition, RowConditions } from './row-conditions.ts';

/** How to make an aggregate, and the condition on its rows. */
export type AggregatePlan = {
  readonly make: (place: AccumulatorPlace) => Accumulator;
  readonly where: RowCondition | null;
};

/** The aggregates of a window, at accumulator columns one behind the other. */
export type MadeAccumulators = {
  readonly accumulators: readonly Accumulator[];
  readonly conditions: RowConditions;
  /** How many accumulator columns they have together. */
  readonly columns: number;
  /** What they keep beside the panes. */
  readonly beside: readonly Panes[];
};

/** COUNT(*), which tells how many rows a slot has. */
export const COUNT_ROWS: AggregatePlan = { make: ({ base }) => countRows(base), where: null };

export function makeAccumulators(
  plans: readonly AggregatePlan[],
  { state, origin }: Pick<OperatorContext, 'state' | 'origin'>,
  onError: OnError,
): MadeAccumulators {
  const beside: Panes[] = [];
  const wheres = plans.flatMap(({ where }) => (where === null ? [] : [where]));
  const conditions = new RowConditions(wheres, onError);
  let columns = 0;
  let condition = 0;
  const accumulators = plans.map(({ make, where }) => {
    const base = columns;
    const made = make({
      base,
      origin,
      beside(shape) {
        const panes = state.panes(`panes.${base}`, shape);
        beside.push(panes);
        return panes;
      },
    });
    columns += made.width;
    if (where === null) return made;
    const own = condition++;
    return filtered(made, () => conditions.holds(own));
  });
  return { accumulators, conditions, columns, beside };
}
