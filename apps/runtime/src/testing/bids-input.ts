import { seededRandom } from '@millrace/operators/testing';
import type { TestRecord } from './kafka-fixture.ts';

export const MAX_OUT_OF_ORDER_MS = 2_000;
export const WINDOW_MS = 10_000;
const START_MS = 1_767_225_600_000;
const BROKEN = ['', '{', 'null', '{"auction":1,"price":"x","date_time":1}', '{"auction":1,"price":5,"date_time":7}}'];

export type BidsShape = {
  readonly perPartition: number;
  /** Partitions whose rows keep within the allowance of their own partition. */
  readonly orderly: number;
  /** Whether one more partition has rows behind the allowance. */
  readonly hasLate: boolean;
  readonly seed: number;
};

export type BidRow = { readonly auction: number; readonly price: number | null; readonly time: number };
export type Bids = {
  readonly records: readonly TestRecord[];
  /** By partition, in order: the row, or null for a record that cannot be decoded. */
  readonly logs: readonly (readonly (BidRow | null)[])[];
};

/** Bids with known disorder: event time moves on by 20 ms a row, jitter stays within the allowance, every 97th record is broken. */
export function makeBids({ perPartition, orderly, hasLate, seed }: BidsShape): Bids {
  const random = seededRandom(seed);
  const partitions = orderly + (hasLate ? 1 : 0);
  const logs: (BidRow | null)[][] = Array.from({ length: partitions }, () => []);
  const records: TestRecord[] = [];
  for (let i = 0; i < perPartition; i++) {
    for (let partition = 0; partition < partitions; partition++) {
      const isLate = partition === orderly && random() < 0.05;
      const behind = isLate ? MAX_OUT_OF_ORDER_MS + 1 + random() * 40_000 : random() * MAX_OUT_OF_ORDER_MS;
      const time = START_MS + Math.floor(i * 20 + (partition === orderly ? 500 : 0) - behind);
      const price = random() < 0.02 ? null : Math.floor(random() * 1_000);
      const row = { auction: Math.floor(random() * 50), price, time };
      const isBroken = (i * partitions + partition) % 97 === 96;
      logs[partition]?.push(isBroken ? null : row);
      const value = isBroken
        ? (BROKEN[Math.floor(random() * BROKEN.length)] as string)
        : JSON.stringify({ auction: row.auction, price, date_time: time, more: { note: 'x'.repeat(80) } });
      records.push({ partition, value });
    }
  }
  return { records, logs };
}

/** Filter, project, 10 s windows with count, sum, max; late rows to a topic. */
export function bidsDocument(source: string, out: string, late: string, idleTimeout: string): string {
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'crash',
    settings: { commitInterval: '2ms' },
    nodes: {
      bids: {
        type: 'kafka-source',
        config: {
          topic: source,
          columns: [
            { name: 'auction', type: 'BIGINT', required: true },
            { name: 'price', type: 'BIGINT' },
            { name: 'date_time', type: 'TIMESTAMP_LTZ(3)' },
          ],
          eventTime: { column: 'date_time', maxOutOfOrder: `${MAX_OUT_OF_ORDER_MS}ms`, idleTimeout },
        },
      },
      dear: { type: 'filter', config: { where: 'price > 100 OR price IS NULL' } },
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
      out: { type: 'kafka-sink', config: { topic: out, key: ['auction', 'window_start'] } },
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

/** What `bidsDocument` lets into its windows. */
export function passes({ price }: BidRow): boolean {
  return price === null || price > 100;
}
