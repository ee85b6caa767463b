import type { NodeForm } from '@millrace/model';
import type { KafkaSinkConfig } from './config.ts';

export const kafkaSinkForm: NodeForm<KafkaSinkConfig> = {
  group: 'Sinks',
  initial: { topic: '' },
  fields: [
    { field: 'topic', label: 'Topic', control: 'topic' },
    { field: 'mode', label: 'Mode', control: 'choice', choices: ['append'] },
    {
      field: 'key',
      label: 'Key',
      control: 'column-list',
      help: 'Rows of one key keep their order and are in one partition. Without a key they are spread in turn.',
    },
    { field: 'format', label: 'Format', control: 'choice', choices: ['json'] },
    { field: 'timestampFormat', label: 'Times as', control: 'choice', choices: ['sql', 'iso', 'epoch-ms'] },
    { field: 'partitions', label: 'Partitions', control: 'number', help: 'Counts when the topic is made.' },
  ],
  /** `Kafka topic · orders-per-minute · key product`, the key where there is one. */
  summary: ({ topic, key }) =>
    ['Kafka topic', topic, ...(key === undefined ? [] : [`key ${key.join(', ')}`])].join(' · '),
};
