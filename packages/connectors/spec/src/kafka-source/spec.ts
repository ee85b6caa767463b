import { ERROR_SCHEMA, failure, type NodeSpec, success } from '@millrace/model';
import { eventTimeSettings } from '../fields/event-time-field.ts';
import {
  duplicateColumns,
  eventTimeColumnIssues,
  sourceColumns,
  sourceSchema,
} from '../fields/source-columns-field.ts';
import { type KafkaSourceConfig, kafkaSourceSchema } from './config.ts';
import { kafkaSourceForm } from './form.ts';

/** Rows from a Kafka topic. */
export const kafkaSourceSpec: NodeSpec<KafkaSourceConfig> = {
  type: 'kafka-source',
  version: 1,
  role: 'source',
  title: 'Kafka topic',
  schema: kafkaSourceSchema,
  migrations: {},
  form: kafkaSourceForm,
  inputs: () => [],
  outputs: () => [{ name: 'out' }, { name: 'error' }],
  resolve(config) {
    const columns = sourceColumns(config.columns);
    const issues = [...duplicateColumns(columns), ...eventTimeColumnIssues(config.eventTime, columns)];
    if (issues.length > 0) return failure(issues);
    return success(
      new Map([
        [
          'out',
          sourceSchema(columns, config.eventTime === undefined ? null : eventTimeSettings(config.eventTime).from),
        ],
        ['error', ERROR_SCHEMA],
      ]),
    );
  },
};
