import { parseTimestamp } from '@millrace/model';
import { durationMs } from '../fields/duration-field.ts';
import { EVENT_TIME_DEFAULTS, eventTimeField, eventTimeSettings } from '../fields/event-time-field.ts';
import type { SourceConnector } from '../source-connector.ts';
import { type GeneratorConfig, generatorSchema } from './config.ts';
import type { GeneratorSettings } from './generator-settings.ts';
import { ORDER_COLUMNS, ORDER_TIME } from './order-columns.ts';
import { generatorSpec } from './spec.ts';

export const generator: SourceConnector<GeneratorConfig> = {
  role: 'source',
  spec: generatorSpec,
  describe: (config) => ({
    columns: ORDER_COLUMNS,
    eventTime: eventTimeOf(config),
    format: 'json',
    topic: { kind: 'ingest', partitions: config.partitions },
    startFrom: 'earliest',
    isolation: 'read_committed',
  }),
};

/** The defaults (T6); a larger disorder widens maxOutOfOrder, so that ordinary rows are never late. */
function eventTimeOf({ disorder }: GeneratorConfig) {
  const settings = eventTimeSettings(eventTimeField.parse({ column: ORDER_TIME, ...EVENT_TIME_DEFAULTS }));
  return { ...settings, maxOutOfOrderMs: Math.max(settings.maxOutOfOrderMs, durationMs(disorder)) };
}

/** What determines the rows; throws for a configuration that the schema would refuse. */
export function generatorSettings(config: unknown): GeneratorSettings {
  const { seed, rate, start, partitions, disorder, lateShare, brokenShare } = generatorSchema.parse(config);
  const startMs = start === undefined ? null : parseTimestamp(start, 'TIMESTAMP_LTZ');
  return { seed, rate, startMs, partitions, disorderMs: durationMs(disorder), lateShare, brokenShare };
}
