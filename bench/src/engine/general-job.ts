import { type Job, makeJob } from '@millrace/engine';
import { parseDocument, type Result } from '@millrace/model';
import { checkDocument, compileProcess, planTasks } from '@millrace/plan';
import { PARTITIONS } from './bids.ts';

/** The reference job as a person writes it. */
const DOCUMENT = {
  format: 'millrace/pipeline@1',
  name: 'reference',
  nodes: {
    bids: {
      type: 'kafka-source',
      config: {
        topic: 'bids',
        columns: [
          { name: 'date_time', type: 'TIMESTAMP_LTZ(3)' },
          { name: 'auction', type: 'BIGINT' },
          { name: 'price', type: 'BIGINT' },
        ],
        eventTime: { column: 'date_time', maxOutOfOrder: '2s' },
      },
    },
    dear: { type: 'filter', config: { where: 'price >= 1000' } },
    slim: { type: 'project', config: { columns: ['auction', 'price', 'date_time'] } },
    per10s: {
      type: 'tumbling-window',
      config: {
        size: '10s',
        groupBy: ['auction'],
        aggregates: [
          { name: 'bids', fn: 'count' },
          { name: 'total', fn: 'sum', of: 'price' },
          { name: 'top', fn: 'max', of: 'price' },
        ],
      },
    },
    out: { type: 'kafka-sink', config: { topic: 'per-auction' } },
    late: { type: 'kafka-sink', config: { topic: 'late-bids' } },
  },
  edges: [
    { from: 'bids', to: 'dear' },
    { from: 'dear', to: 'slim' },
    { from: 'slim', to: 'per10s' },
    { from: 'per10s', to: 'out' },
    { from: 'per10s.late', to: 'late' },
  ],
};

export const SOURCE = 'bids';

/** The product's own way from a document to a job. */
export function makeGeneralJob(): Job {
  const checked = accepted(checkDocument(accepted(parseDocument(JSON.stringify(DOCUMENT)))));
  const plan = compileProcess(checked, planTasks(checked, { namespace: 'bench', id: 'k3v9q2m7xw4a' }));
  return makeJob(plan, new Map([[SOURCE, PARTITIONS]]));
}

function accepted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join(' '));
  return result.value;
}
