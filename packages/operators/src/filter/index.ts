import { checkedCondition } from '../checked-expression.ts';
import { accepted, inputOf } from '../inputs.ts';
import type { OperatorDefinition } from '../operator-definition.ts';
import type { FilterConfig } from './config.ts';
import { makeFilter } from './run.ts';
import { filterSpec } from './spec.ts';

export const filter: OperatorDefinition<FilterConfig> = {
  spec: filterSpec,
  compile(config, inputs, onError = 'port') {
    const where = accepted(checkedCondition(config.where, inputOf(inputs), 'where'));
    return { make: (context) => makeFilter(where, onError, context), watermarkHoldMs: 0 };
  },
};
