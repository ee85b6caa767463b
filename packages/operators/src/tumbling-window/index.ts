import type { Column } from '@millrace/model';
import { accepted, inputOf } from '../inputs.ts';
import type { OperatorDefinition } from '../operator-definition.ts';
import { aggregatePlan } from '../windows/aggregate-plan.ts';
import { timePrecision } from '../windows/window-columns.ts';
import type { TumblingWindowConfig } from './config.ts';
import { resolveTumblingWindow } from './plan.ts';
import { TumblingWindow } from './run.ts';
import { tumblingWindowSpec } from './spec.ts';

export const tumblingWindow: OperatorDefinition<TumblingWindowConfig> = {
  spec: tumblingWindowSpec,
  compile(config, inputs, onError = 'port') {
    const input = inputOf(inputs);
    const { assigner, groupBy, aggregates } = accepted(resolveTumblingWindow(config, input));
    const plan = {
      time: input.time,
      timePrecision: timePrecision(input),
      assigner,
      aggregation: {
        groupBy: groupBy.map((position) => ({ position, type: (input.columns[position] as Column).type })),
        aggregates: aggregates.map((aggregate) => aggregatePlan(aggregate, input)),
        rowCount: aggregates.findIndex(({ fn, of, where }) => fn.fn === 'count' && of < 0 && where === null),
      },
      results: aggregates.map(({ column, fn }) => ({ name: column.name, fn: fn.fn })),
      onError,
    };
    return { make: (context) => new TumblingWindow(plan, context), watermarkHoldMs: 0 };
  },
};
