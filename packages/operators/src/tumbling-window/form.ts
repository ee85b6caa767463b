import { durationInWords, type NodeForm, parseDuration } from '@millrace/model';
import { FUNCTION_CHOICES } from '../aggregates/function-choices.ts';
import type { AggregateConfig } from '../windows/aggregate-schema.ts';
import type { TumblingWindowConfig } from './config.ts';

export const tumblingWindowForm: NodeForm<TumblingWindowConfig> = {
  group: 'Windows',
  initial: { size: '1m', groupBy: [], aggregates: [{ name: 'rows', fn: 'count' }] },
  fields: [
    { field: 'size', label: 'Size', control: 'duration' },
    { field: 'groupBy', label: 'Group by', control: 'column-list', help: 'Rows with NULL form a group of their own.' },
    { field: 'aggregates', label: 'Aggregates', control: 'aggregates', functions: FUNCTION_CHOICES },
    {
      field: 'offset',
      label: 'Offset',
      control: 'duration',
      help: 'Windows start this long after full multiples of the size.',
    },
    { field: 'emit', label: 'Emit', control: 'choice', choices: ['on-close'] },
  ],
  /** `{size} tumbling · by {keys} · {aggregates}`, the keys where there are any. */
  summary({ size, groupBy, aggregates }) {
    const ms = parseDuration(size);
    const words = `${ms.ok ? durationInWords(ms.value) : size} tumbling`;
    const keys = groupBy.length > 0 ? [`by ${groupBy.join(', ')}`] : [];
    const results = aggregates.map(aggregateInWords);
    return [words, ...keys, results.join(', ')].join(' · ');
  },
};

/** `count distinct user where amount > 5` */
function aggregateInWords({ fn, of, distinct, where }: AggregateConfig): string {
  const words = [fn, ...(distinct === true ? ['distinct'] : []), ...(of === undefined ? [] : [of])];
  return [...words, ...(where === undefined ? [] : [`where ${where}`])].join(' ');
}
