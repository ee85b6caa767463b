import { parseTimestamp } from '@millrace/model';
import { eventTimeSettings } from '../fields/event-time-field.ts';
import { sourceColumns } from '../fields/source-columns-field.ts';
import type { SourceConnector, StartFrom } from '../source-connector.ts';
import type { KafkaSourceConfig } from './config.ts';
import { kafkaSourceSpec } from './spec.ts';

export const kafkaSource: SourceConnector<KafkaSourceConfig> = {
  role: 'source',
  spec: kafkaSourceSpec,
  describe: (config) => ({
    columns: sourceColumns(config.columns),
    eventTime: config.eventTime === undefined ? null : eventTimeSettings(config.eventTime),
    format: config.format,
    topic: { kind: 'existing', name: config.topic },
    startFrom: startFrom(config.startFrom),
    isolation: config.isolation,
  }),
};

function startFrom(setting: KafkaSourceConfig['startFrom']): StartFrom {
  if (typeof setting === 'string') return setting;
  const timeMs = parseTimestamp(setting.time, 'TIMESTAMP_LTZ');
  if (timeMs === null) throw new Error(`broken invariant: ${setting.time} was accepted as a point in time`);
  return { timeMs };
}
