import type { Bid } from './test-kafka.ts';

export const START_MS = Date.UTC(2026, 0, 1, 14, 0, 0);
const WINDOW_MS = 10_000;

/** Bids of `seconds` seconds in three partitions, each out of order by at most 1.5 s. */
export function orderlyBids(seconds: number, fromMs = START_MS): Bid[] {
  return Array.from({ length: seconds * 6 }, (_, i) => {
    const jitter = (i * 7) % 4;
    return {
      partition: i % 3,
      auction: (i % 4) + 1,
      price: 10 + ((i * 37) % 90),
      atMs: fromMs + Math.floor(i / 6) * 1_000 - jitter * 500,
    };
  });
}

export type Window = {
  readonly auction: number;
  readonly startMs: number;
  readonly bids: number;
  readonly total: number;
};

/** What a tumbling window of 10 s says of the bids over 20, by auction and window. */
export function windowsOf(bids: readonly Bid[]): Window[] {
  const windows = new Map<string, Window>();
  for (const { auction, price, atMs } of bids) {
    if (price <= 20) continue;
    const startMs = Math.floor(atMs / WINDOW_MS) * WINDOW_MS;
    const key = `${auction} ${startMs}`;
    const before = windows.get(key) ?? { auction, startMs, bids: 0, total: 0 };
    windows.set(key, { ...before, bids: before.bids + 1, total: before.total + price });
  }
  return [...windows.values()].sort((a, b) => b.startMs - a.startMs || a.auction - b.auction);
}

/** As the results panel shows a window: its bounds, then the columns. */
export function shownWindow({ auction, startMs, bids, total }: Window): string[] {
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 19);
  const text = (ms: number) =>
    startMs % 60_000 === 0 && (startMs + WINDOW_MS) % 60_000 === 0 ? time(ms).slice(0, 5) : time(ms);
  // The bids are of one day that is not today.
  const day = new Date(startMs).toISOString().slice(0, 10);
  return [
    `${day} ${text(startMs)}–${text(startMs + WINDOW_MS)}`,
    String(auction),
    String(bids),
    total.toLocaleString('en-US'),
  ];
}

/** As the output topic holds a window. */
export function writtenWindow({ auction, startMs, bids, total }: Window): string {
  const sql = (ms: number) => new Date(ms).toISOString().replace('T', ' ');
  const times = {
    window_start: sql(startMs),
    window_end: sql(startMs + WINDOW_MS),
    window_time: sql(startMs + WINDOW_MS - 1),
  };
  return JSON.stringify({ auction, ...times, bids, total });
}

/** The pipeline that the first test draws by mouse, as a file. */
export function bidsDocument(topic: string, out: string, late: string): string {
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'bids',
    settings: { commitInterval: '50ms' },
    nodes: {
      bids: {
        type: 'kafka-source',
        config: {
          topic,
          columns: [
            { name: 'auction', type: 'BIGINT' },
            { name: 'price', type: 'BIGINT' },
            { name: 'at', type: 'TIMESTAMP_LTZ(3)' },
          ],
          eventTime: { column: 'at', maxOutOfOrder: '2s', idleTimeout: 'never' },
        },
      },
      dear: { type: 'filter', config: { where: 'price > 20' } },
      per10s: {
        type: 'tumbling-window',
        config: {
          size: '10s',
          groupBy: ['auction'],
          aggregates: [
            { name: 'bids', fn: 'count' },
            { name: 'total', fn: 'sum', of: 'price' },
          ],
        },
      },
      out: { type: 'kafka-sink', config: { topic: out } },
      late: { type: 'kafka-sink', config: { topic: late } },
      seen: { type: 'live-view', config: {} },
    },
    edges: [
      { from: 'bids', to: 'dear' },
      { from: 'dear', to: 'per10s' },
      { from: 'per10s', to: 'out' },
      { from: 'per10s', to: 'seen' },
      { from: 'per10s.late', to: 'late' },
    ],
  });
}
