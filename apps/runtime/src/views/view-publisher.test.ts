import { type Cut, OutputBuffer } from '@millrace/engine';
import {
  arrayOf,
  BIGINT,
  BYTES,
  DATE,
  DOUBLE,
  decimal,
  INT,
  JSON_TEXT,
  parseDocument,
  STRING,
  TIMESTAMP_LTZ,
} from '@millrace/model';
import { checkDocument, compileProcess, compileViews, planTasks } from '@millrace/plan';
import { expect, test } from 'vitest';
import { cellOf } from './cell-of.ts';
import { ViewPublisher } from './view-publisher.ts';
import type { ViewRows } from './view-rows.ts';

const DOCUMENT = JSON.stringify({
  format: 'millrace/pipeline@1',
  name: 'shown',
  nodes: {
    bids: {
      type: 'kafka-source',
      config: {
        topic: 'bids',
        columns: [
          { name: 'price', type: 'BIGINT' },
          { name: 'at', type: 'TIMESTAMP_LTZ(3)' },
        ],
      },
    },
    seen: { type: 'live-view', config: {} },
  },
  edges: [{ from: 'bids', to: 'seen' }],
});

function plans() {
  const parsed = parseDocument(DOCUMENT);
  const checked = parsed.ok ? checkDocument(parsed.value) : parsed;
  if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join());
  const tasks = planTasks(checked.value, { namespace: 'n', id: 'k3v9q2m7xw4a' });
  return { tasks, views: compileViews(checked.value, tasks), plan: compileProcess(checked.value, tasks) };
}

const { tasks, views, plan } = plans();

/** A cut that writes these prices, `written` in all since the state began. */
function cutOf(prices: readonly (number | bigint | null)[], written: number, dead = 0): Cut {
  const buffer = new OutputBuffer();
  for (const price of prices) plan.sinks[0]?.encoder.encode([price, 1_767_225_600_000], 0, buffer);
  const letter = {
    node: 'bids',
    reason: 'It is no row.',
    position: null,
    key: null,
    value: Uint8Array.of(0xff, 1),
    headers: null,
  };
  return {
    entry: { number: 4, sources: {}, watermarks: {}, counters: { seen: { written } } },
    changed: true,
    delta: [],
    outputs: prices.length === 0 ? new Map() : new Map([['seen', buffer]]),
    deadLetters: Array.from({ length: dead }, () => letter),
  };
}

function published(cuts: readonly Cut[]): ViewRows[] {
  const rows: ViewRows[] = [];
  const publisher = new ViewPublisher(views, 3, { number: 9 }, (shown) => rows.push(shown));
  for (const cut of cuts) publisher.committed(cut);
  return rows;
}

test('a view has a topic of its own, of one partition', () => {
  const topic = tasks.topics.find(({ purpose }) => purpose === 'view');
  expect(topic).toMatchObject({
    name: 'millrace.n.k3v9q2m7xw4a.view-seen',
    nodes: ['seen'],
    partitions: 1,
    make: true,
  });
});

test('rows are numbered by what the sink has written since its state began [E7]', () => {
  const shown = published([cutOf([1, 9007199254740993n], 12), cutOf([null], 13)]).filter(({ node }) => node === 'seen');
  expect(shown.map(({ epoch, first }) => [epoch, first])).toEqual([
    ['3', 10],
    ['3', 12],
  ]);
  expect(shown[0]?.columns).toEqual([
    { name: 'price', type: 'BIGINT' },
    { name: 'at', type: 'TIMESTAMP_LTZ(3)' },
  ]);
  expect(shown.flatMap(({ rows }) => rows)).toEqual([
    [1, 1_767_225_600_000],
    [{ exact: '9007199254740993' }, 1_767_225_600_000],
    [null, 1_767_225_600_000],
  ]);
});

test('of a cut with more rows than a view keeps, the newest are told, by their own numbers', () => {
  const prices = Array.from({ length: 10_002 }, (_, i) => i);
  const [shown] = published([cutOf(prices, 20_000)]);
  expect(shown?.first).toBe(10_000);
  expect(shown?.rows[0]?.[0]).toBe(2);
});

test('dead letters are numbered from the start, with what they say [E8]', () => {
  const shown = published([cutOf([], 0, 2), cutOf([], 0, 1)]).filter(({ node }) => node === null);
  expect(shown.map(({ epoch, first, rows }) => [epoch, first, rows.length])).toEqual([
    ['3.9', 0, 2],
    ['3.9', 2, 1],
  ]);
  expect(shown[0]?.rows[0]).toEqual(['It is no row.', 'bids', null, null, null, null, null, '0xff01']);
});

test.each([
  [Number.NaN, DOUBLE, 'NaN'],
  [Number.NEGATIVE_INFINITY, DOUBLE, '-Infinity'],
  [1.5, DOUBLE, 1.5],
  [-7n, BIGINT, { exact: '-7' }],
  ['x'.repeat(1_001), STRING, `${'x'.repeat(1_000)}…`],
  [5, TIMESTAMP_LTZ, 5],
  [-1, { kind: 'TIMESTAMP', precision: 9 }, -1],
  [-1234, decimal(10, 2), { exact: '-12.34' }],
  [20_454, DATE, '2026-01-01'],
  [36_672, { kind: 'TIME', precision: 0 }, '10:11:12'],
  ['{"a":1.50}', JSON_TEXT, '{"a":1.50}'],
  [Uint8Array.of(97, 98, 99), BYTES, 'abc'],
  [Uint8Array.of(255, 1), BYTES, '0xff01'],
  [[1, null], arrayOf(INT), '[1, NULL]'],
] as const)('%s is shown exactly [X2]', (value, type, cell) => {
  expect(cellOf(value, type)).toEqual(cell);
});
