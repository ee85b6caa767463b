import { ERROR_SCHEMA, failure, type NodeSpec, success } from '@millrace/model';
import { checkedCondition } from '../checked-expression.ts';
import { changelogComesLater, inputOf } from '../inputs.ts';
import { type FilterConfig, filterSchema } from './config.ts';
import { filterForm } from './form.ts';

/** Keeps the rows for which a condition is TRUE. */
export const filterSpec: NodeSpec<FilterConfig> = {
  type: 'filter',
  version: 1,
  role: 'operator',
  title: 'Filter',
  schema: filterSchema,
  migrations: {},
  form: filterForm,
  inputs: () => [{ name: 'in', required: true }],
  outputs: () => [{ name: 'out' }, { name: 'error' }],
  resolve(config, inputs) {
    const input = inputOf(inputs);
    const condition = checkedCondition(config.where, input, 'where');
    const issues = [...changelogComesLater(input, 'filter'), ...condition.issues];
    if (!condition.ok || input.changelog) return failure(issues);
    return success(
      new Map([
        ['out', input],
        ['error', ERROR_SCHEMA],
      ]),
      issues,
    );
  },
};
