import type { NodeForm } from '@millrace/model';
import type { GeneratorConfig } from './config.ts';

export const generatorForm: NodeForm<GeneratorConfig> = {
  group: 'Sources',
  initial: { seed: 1, rate: 20 },
  fields: [
    { field: 'seed', label: 'Seed', control: 'number', help: 'The same seed gives the same rows.' },
    { field: 'rate', label: 'Rate', control: 'number', unit: 'rows/s' },
    { field: 'start', label: 'Start', control: 'text', help: 'Left out: ten minutes before the first start.' },
    { field: 'partitions', label: 'Partitions', control: 'number' },
    {
      field: 'disorder',
      label: 'Disorder',
      control: 'duration',
      help: 'Ordinary rows are out of order by at most this.',
    },
    { field: 'lateShare', label: 'Late rows', control: 'number', help: 'The share of rows that come later than that.' },
    {
      field: 'brokenShare',
      label: 'Broken rows',
      control: 'number',
      help: 'The share of rows that cannot be decoded.',
    },
  ],
  summary: ({ rate }) => `generator · ${rate} rows/s`,
};
