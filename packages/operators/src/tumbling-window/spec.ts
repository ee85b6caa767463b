import { ERROR_SCHEMA, failure, type NodeSpec, success } from '@millrace/model';
import { changelogComesLater, inputOf } from '../inputs.ts';
import { lateSchema } from '../windows/window-columns.ts';
import { type TumblingWindowConfig, tumblingWindowSchema } from './config.ts';
import { tumblingWindowForm } from './form.ts';
import { resolveTumblingWindow } from './plan.ts';

/** Aggregates per group in windows of a fixed size that follow one another (A1). */
export const tumblingWindowSpec: NodeSpec<TumblingWindowConfig> = {
  type: 'tumbling-window',
  version: 1,
  role: 'operator',
  title: 'Tumbling window',
  schema: tumblingWindowSchema,
  migrations: {},
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
