import { ERROR_SCHEMA, failure, type NodeSpec, success } from '@millrace/model';
import { changelogComesLater, inputOf } from '../inputs.ts';
import { lateSchema } from '../windows/window-columns.ts';
import { type TumblingWindowConfig, tumblingWindowSchema } from './config.ts';
import { tumblingWindowForm } from './form.ts';
import { resolveTumblingWindow } from './plan.ts';

/** Aggregates per group in windows of a fixed size that follow one another (A1). */
export const tumblingWindowSpec: NodeSpec<TumblingWindowConfig> = {
  type: 'tumbling-window',
  version: 2,
  role: 'operator',
  title: 'Tumbling window',
  schema: tumblingWindowSchema,
  /** Version 2 sums DOUBLE in two columns of state: the configuration is the same, the state of version 1 is not. */
  migrations: { 1: (config) => config },
  form: tumblingWindowForm,
  inputs: () => [{ name: 'in', required: true }],
  outputs: () => [{ name: 'out' }, { name: 'late' }, { name: 'error' }],
  resolve(config, inputs) {
    const input = inputOf(inputs);
    const resolved = resolveTumblingWindow(config, input);
    const issues = [...changelogComesLater(input, 'tumbling window'), ...resolved.issues];
    if (!resolved.ok || input.changelog) return failure(issues);
    return success(
      new Map([
        ['out', resolved.value.out],
        ['late', lateSchema(input)],
        ['error', ERROR_SCHEMA],
      ]),
      issues,
    );
  },
};
