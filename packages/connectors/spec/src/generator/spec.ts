import { ERROR_SCHEMA, failure, type NodeSpec, success } from '@millrace/model';
import { sourceSchema } from '../fields/source-columns-field.ts';
import { type GeneratorConfig, generatorSchema } from './config.ts';
import { generatorForm } from './form.ts';
import { ORDER_COLUMNS, ORDER_TIME } from './order-columns.ts';

/** Orders of a shop, made up from a seed. */
export const generatorSpec: NodeSpec<GeneratorConfig> = {
  type: 'generator',
  version: 1,
  role: 'source',
  title: 'Generator',
  schema: generatorSchema,
  migrations: {},
  form: generatorForm,
  inputs: () => [],
  outputs: () => [{ name: 'out' }, { name: 'error' }],
  resolve({ lateShare, brokenShare }) {
    if (lateShare + brokenShare > 1) {
      const message = 'Late and broken rows are more than all rows together. Lower lateShare or brokenShare.';
      return failure([{ severity: 'error', field: 'lateShare', message }]);
    }
    return success(
      new Map([
        ['out', sourceSchema(ORDER_COLUMNS, { column: ORDER_TIME })],
        ['error', ERROR_SCHEMA],
      ]),
    );
  },
};
