import type { SinkConnector, SinkTopic } from '../sink-connector.ts';
import type { KafkaSinkConfig } from './config.ts';
import { kafkaSinkSpec } from './spec.ts';

export const kafkaSink: SinkConnector<KafkaSinkConfig> = {
  role: 'sink',
  spec: kafkaSinkSpec,
  topic,
  describe: (config, { columns }) => ({
    topic: topic(config),
    key: config.key?.map((name) => columns.findIndex((column) => column.name === name)) ?? null,
    timestampFormat: config.timestampFormat,
  }),
};

function topic({ topic: name, partitions }: KafkaSinkConfig): SinkTopic {
  return { kind: 'named', name, ...(partitions === undefined ? {} : { partitions }) };
}
