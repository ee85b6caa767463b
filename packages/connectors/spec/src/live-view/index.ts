import type { SinkConnector } from '../sink-connector.ts';
import type { LiveViewConfig } from './config.ts';
import { liveViewSpec } from './spec.ts';

export const liveView: SinkConnector<LiveViewConfig> = {
  role: 'sink',
  spec: liveViewSpec,
  topic: () => ({ kind: 'view' }),
  describe: () => ({ topic: { kind: 'view' }, key: null, timestampFormat: 'sql' }),
};
