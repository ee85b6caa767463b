import type { NodeForm } from '@millrace/model';
import type { FilterConfig } from './config.ts';

export const filterForm: NodeForm<FilterConfig> = {
  group: 'Shape',
  initial: { where: '' },
  fields: [
    {
      field: 'where',
      label: 'Keep rows where',
      control: 'expression',
      help: 'Rows for which this is false or NULL are dropped and counted.',
    },
  ],
  summary: (config) => config.where,
};
