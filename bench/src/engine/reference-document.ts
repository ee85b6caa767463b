export const SOURCE = 'bids';

/** The reference job as a person writes it: what it reads and what it writes. */
export function referenceDocument(source: string, out: string, late: string): string {
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'reference',
    settings: { commitInterval: '500ms' },
    nodes: {
      bids: {
        type: 'kafka-source',
        config: {
          topic: source,
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
      out: { type: 'kafka-sink', config: { topic: out } },
      late: { type: 'kafka-sink', config: { topic: late } },
    },
    edges: [
      { from: 'bids', to: 'dear' },
      { from: 'dear', to: 'slim' },
      { from: 'slim', to: 'per10s' },
      { from: 'per10s', to: 'out' },
      { from: 'per10s.late', to: 'late' },
    ],
  });
}
