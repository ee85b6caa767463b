import type { EdgeSchema } from '@millrace/model';
import { distinct } from '../aggregates/distinct.ts';
import type { AggregatePlan } from './make-accumulators.ts';
import type { WindowAggregate } from './window-aggregates.ts';

/** How to make an aggregate that was resolved for the input. */
export function aggregatePlan(aggregate: WindowAggregate, input: EdgeSchema): AggregatePlan {
  const { fn, of, where, args } = aggregate;
  const found = { of, type: input.columns[of]?.type ?? null, time: input.time, retracts: input.changelog, args };
  return {
    where,
    make: (place) => {
      const spec = { ...found, ...place };
      return aggregate.distinct ? distinct(spec, fn.make) : fn.make(spec);
    },
  };
}
