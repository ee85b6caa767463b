import { type EdgeSchema, failure, type Issue, type NodeSpec, success } from '@millrace/model';
import { type KafkaSinkConfig, kafkaSinkSchema } from './config.ts';
import { kafkaSinkForm } from './form.ts';

/** Rows to a Kafka topic. */
export const kafkaSinkSpec: NodeSpec<KafkaSinkConfig> = {
  type: 'kafka-sink',
  version: 1,
  role: 'sink',
  title: 'Kafka topic',
  schema: kafkaSinkSchema,
  migrations: {},
  form: kafkaSinkForm,
  inputs: () => [{ name: 'in', required: true }],
  outputs: () => [],
  resolve(config, inputs) {
    const issues = [...inputs.values()].flatMap((input) => [...keyIssues(config, input), ...changelogIssues(input)]);
    return issues.length > 0 ? failure(issues) : success(new Map());
  },
};

function keyIssues({ key = [] }: KafkaSinkConfig, { columns }: EdgeSchema): Issue[] {
  return key.flatMap((name, i) => {
    const field = `key[${i}]`;
    if (key.indexOf(name) < i) return [error(field, `The key has ${name} already. Leave it out here.`)];
    if (columns.some((column) => column.name === name)) return [];
    const names = columns.map((column) => column.name).join(', ');
    return [error(field, `There is no column ${name} in the input. The columns are ${names}.`)];
  });
}

function changelogIssues({ changelog }: EdgeSchema): Issue[] {
  const message =
    'The input changes rows that it has sent, and mode append can only add. Connect an input that only adds.';
  return changelog ? [error('mode', message)] : [];
}

function error(field: string, message: string): Issue {
  return { severity: 'error', field, message };
}
