import { ERROR_SCHEMA, failure, type NodeSpec, success } from '@millrace/model';
import { changelogComesLater, inputOf } from '../inputs.ts';
import { projectedOutputs, timeOf, upsertKeyOf } from './columns.ts';
import { type ProjectConfig, projectSchema } from './config.ts';
import { projectForm } from './form.ts';

/** Chooses, renames and computes columns. */
export const projectSpec: NodeSpec<ProjectConfig> = {
  type: 'project',
  version: 1,
  role: 'operator',
  title: 'Project',
  schema: projectSchema,
  migrations: {},
  form: projectForm,
  inputs: () => [{ name: 'in', required: true }],
  outputs: () => [{ name: 'out' }, { name: 'error' }],
  resolve(config, inputs) {
    const input = inputOf(inputs);
    const outputs = projectedOutputs(config, input);
    const issues = [...changelogComesLater(input, 'project'), ...outputs.issues];
    if (!outputs.ok || input.changelog) return failure(issues);
    const out = {
      columns: outputs.value.map((output) => output.column),
      time: timeOf(outputs.value, input),
      changelog: false,
      upsertKey: upsertKeyOf(outputs.value, input),
    };
    return success(
      new Map([
        ['out', out],
        ['error', ERROR_SCHEMA],
      ]),
      issues,
    );
  },
};
