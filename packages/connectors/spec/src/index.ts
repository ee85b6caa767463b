export { GENERATOR_LEAD_MS, type GeneratorSettings } from './generator/generator-settings.ts';
export type { SinkConnector, SinkDescription, TimestampFormat } from './sink-connector.ts';
export type {
  EventTimeSettings,
  SourceColumn,
  SourceConnector,
  SourceDescription,
  SourceTopic,
  StartFrom,
} from './source-connector.ts';
