export { CONNECTORS, type Connector } from './catalogue.ts';
export type { GeneratorConfig } from './generator/config.ts';
export { type DelayedOrder, delaysBehindMaximum } from './generator/delays-behind-maximum.ts';
export { dueMsOf, type Fate, type GeneratedOrder, generatedOrder } from './generator/generated-order.ts';
export { type GeneratorRow, generatorRow } from './generator/generator-row.ts';
export { GENERATOR_LEAD_MS, type GeneratorSettings } from './generator/generator-settings.ts';
export { generatorSettings } from './generator/index.ts';
export type { SinkConnector, SinkDescription, SinkTopic } from './sink-connector.ts';
export type {
  EventTimeSettings,
  SourceColumn,
  SourceConnector,
  SourceDescription,
  SourceTopic,
  StartFrom,
} from './source-connector.ts';
