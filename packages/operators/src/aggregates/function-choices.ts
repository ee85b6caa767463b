import type { FunctionChoice } from '@millrace/model';
import { AGGREGATE_ARGS, type AggregateArgs } from './aggregate-function.ts';
import { AGGREGATES } from './aggregate-functions.ts';

const CONTROLS: Readonly<Record<keyof AggregateArgs, 'number' | 'text'>> = {
  p: 'number',
  separator: 'text',
  limit: 'number',
};

/** Every aggregate function, as a form offers it. */
export const FUNCTION_CHOICES: readonly FunctionChoice[] = [...AGGREGATES.values()].map(({ fn, distinct, args }) => ({
  fn,
  distinct: distinct === 'matters',
  args: AGGREGATE_ARGS.filter((name) => args[name] !== undefined).map((name) => ({ name, control: CONTROLS[name] })),
}));
