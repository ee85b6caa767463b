import { generator } from './generator/index.ts';
import { kafkaSink } from './kafka-sink/index.ts';
import { kafkaSource } from './kafka-source/index.ts';
import { liveView } from './live-view/index.ts';
import type { SinkConnector } from './sink-connector.ts';
import type { SourceConnector } from './source-connector.ts';

export type Connector = SourceConnector | SinkConnector;

const connectors: readonly Connector[] = [generator, kafkaSource, kafkaSink, liveView];

/** Every system by its node type. Adding one is a folder beside this file and a line above. */
export const CONNECTORS: ReadonlyMap<string, Connector> = new Map(
  connectors.map((connector) => [connector.spec.type, connector]),
);
