import type { NodeForm } from '@millrace/model';
import type { KafkaSourceConfig } from './config.ts';

export const kafkaSourceForm: NodeForm<KafkaSourceConfig> = {
  group: 'Sources',
  initial: { topic: '', columns: [] },
  fields: [
    { field: 'topic', label: 'Topic', control: 'topic' },
    { field: 'format', label: 'Format', control: 'choice', choices: ['json'] },
    { field: 'columns', label: 'Columns', control: 'columns' },
    { field: 'eventTime.column', label: 'Event time', control: 'text', help: 'A column of a TIMESTAMP type.' },
    {
      field: 'eventTime.maxOutOfOrder',
      label: 'Out of order by at most',
      control: 'duration',
      help: 'Rows that come later than this may find their window closed.',
    },
    {
      field: 'eventTime.idleTimeout',
      label: 'Idle after',
      control: 'duration',
      help: 'A partition without new records for this long no longer holds windows back; never is allowed.',
    },
    {
      field: 'eventTime.maxFutureSkew',
      label: 'Ahead of the clock by at most',
      control: 'duration',
      help: 'Rows beyond this cannot move the watermark.',
    },
    {
      field: 'eventTime.futurePolicy',
      label: 'Rows beyond it',
      control: 'choice',
      choices: ['quarantine', 'clamp', 'accept'],
    },
    {
      field: 'eventTime.closeWhenQuiet',
      label: 'Close windows when all is quiet',
      control: 'switch',
      help: 'Results may then be incomplete.',
    },
    {
      field: 'startFrom',
      label: 'Start from',
      control: 'choice',
      choices: ['earliest', 'latest'],
      choicesWithValue: ['time'],
      help: 'Counts only where the pipeline has no position yet.',
    },
    { field: 'isolation', label: 'Isolation', control: 'choice', choices: ['read_committed', 'read_uncommitted'] },
  ],
  summary: ({ topic }) => `Kafka topic · ${topic}`,
};
