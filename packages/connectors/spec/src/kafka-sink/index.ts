import type { SinkConnector } from '../sink-connector.ts';
import type { KafkaSinkConfig } from './config.ts';
import { kafkaSinkSpec } from './spec.ts';

export const kafkaSink: SinkConnector<KafkaSinkConfig> = {
  role: 'sink',
  spec: kafkaSinkSpec,
  describe: ({ topic, key, timestampFormat, partitions }, { columns }) => ({
    topic: { name: topic, ...(partitions === undefined ? {} : { partitions }) },
    key: key?.map((name) => columns.findIndex((column) => column.name === name)) ?? null,
    timestampFormat,
  }),
};
