import type { NodeForm } from '@millrace/model';
import type { LiveViewConfig } from './config.ts';

export const liveViewForm: NodeForm<LiveViewConfig> = {
  group: 'Sinks',
  initial: {},
  fields: [],
  summary: () => 'Live view · the newest 10,000 rows',
};
