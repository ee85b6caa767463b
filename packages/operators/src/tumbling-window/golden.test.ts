import { existsSync, readFileSync } from 'node:fs';
import { BIGINT, type ColumnType, type Row, STRING, TIMESTAMP_LTZ } from '@millrace/model';
import { describe, expect, test } from 'vitest';
import { sorted } from '../testing/describe-cases.ts';
import { type HarnessElement, runChain } from '../testing/harness.ts';
import { columnsOf } from '../testing/operator-case.ts';
import { STRAIGHT } from '../testing/schedule.ts';
import { tumblingWindow } from './index.ts';

/** Inputs and results that other projects published; they stay outside of the repository. */
const GOLDEN = new URL('../../../../../shared/golden/', import.meta.url);
const present = existsSync(GOLDEN);
if (!present) console.log('skipped: no golden data');

type Record = Readonly<{ [name: string]: string | number }>;

function lines(path: string): readonly Record[] {
  return readFileSync(new URL(path, GOLDEN), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record);
}

function run(
  rows: readonly Row[],
  columns: { readonly [name: string]: ColumnType },
  config: object,
  disorderMs: number,
) {
  const elements = rows.map((_, entry): HarnessElement => ({ kind: 'row', partition: 0, entry }));
  const chain = {
    columns: columnsOf(columns),
    time: 0,
    maxOutOfOrderMs: disorderMs,
    idleTimeoutMs: Number.POSITIVE_INFINITY,
    table: rows,
    nodes: [{ id: 'window', operator: tumblingWindow, config }],
  };
  const { outputs, counters } = runChain(chain, 1, [...elements, { kind: 'end' }], STRAIGHT);
  const rowsOf = (port: string) => outputs.get(`window.${port}`) ?? [];
  return { out: rowsOf('out'), late: rowsOf('late'), counters: counters['window'] ?? {} };
}

const utc = (text: unknown) => Date.parse(/Z|[+-]\d\d:\d\d$/.test(String(text)) ? String(text) : `${text}Z`);

describe.skipIf(!present)('golden data', () => {
  const carColumns = { t: TIMESTAMP_LTZ, event_type: STRING };
  const count = { name: 'n', fn: 'count' };
  const cars = () =>
    lines('arroyo/inputs/cars.jsonl').map((car): Row => [utc(car['timestamp']), car['event_type'] as string]);

  test('arroyo hourly_by_event_type [A1, L3]', () => {
    const config = { size: '1h', groupBy: ['event_type'], aggregates: [count] };
    const { out } = run(cars(), carColumns, config, 23_000);
    const expected = lines('arroyo/expected/hourly_by_event_type.jsonl').map((line): Row => {
      const hour = utc(line['hour']);
      return [line['event_type'] as string, hour, hour + 3_600_000, hour + 3_599_999, line['count'] as number];
    });
    expect(sorted(out)).toEqual(sorted(expected));
  });

  test('arroyo tight_watermark [A1, L3]', () => {
    const { out } = run(cars(), carColumns, { size: '1h', groupBy: [], aggregates: [count] }, 23_000);
    const expected = lines('arroyo/expected/tight_watermark.jsonl').map((line): Row => {
      const end = utc(line['timestamp']);
      return [end - 3_600_000, end, end - 1, line['count'] as number];
    });
    expect(sorted(out)).toEqual(sorted(expected));
  });

  test.each([
    ['1h', [0, 0, 0, 0, 0]],
    ['1m', [17, 14, 0, 0, 0]],
    ['10s', [137, 94, 8, 1, 0]],
  ])('late assignments of cars in windows of %s by allowed disorder [L1, L2]', (size, expected) => {
    const rows = cars();
    const late = [0, 1_000, 5_000, 10_000, 23_000].map((disorderMs) => {
      const result = run(rows, carColumns, { size, groupBy: [], aggregates: [count] }, disorderMs);
      expect(result.late.length).toBe(result.counters['late'] ?? 0);
      expect(result.late.length + (result.counters['assignments'] ?? 0)).toBe(rows.length);
      return result.late.length;
    });
    expect(late).toEqual(expected);
  });

  test('nexmark q7: the highest bid of each ten seconds [A1, L3]', () => {
    const rows = lines('nexmark/bid.jsonl').map((bid): Row => [utc(bid['date_time']), bid['price'] as number]);
    const config = { size: '10s', groupBy: [], aggregates: [{ name: 'top', fn: 'max', of: 'price' }] };
    const { out } = run(rows, { t: TIMESTAMP_LTZ, price: BIGINT }, config, 0);
    expect(out.map((row) => row.at(-1))).toEqual([96_533_552, 28_676_694, 10_465_998]);
  });
});
