import type { NodeForm } from '@millrace/model';
import type { ProjectConfig } from './config.ts';

export const projectForm: NodeForm<ProjectConfig> = {
  group: 'Shape',
  initial: { columns: [] },
  fields: [
    { field: 'columns', label: 'Columns', control: 'columns' },
    { field: 'keepOthers', label: 'Keep the other columns', control: 'switch' },
  ],
  summary(config) {
    const names = config.columns.map((column) => (typeof column === 'string' ? column : column.name)).join(', ');
    return config.keepOthers ? `all and ${names}` : names;
  },
};
