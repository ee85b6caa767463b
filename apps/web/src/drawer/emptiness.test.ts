import type { Gauges, PipelineSummary } from '@millrace/live';
import { expect, test } from 'vitest';
import { emptinessOf } from './emptiness.ts';

const OPEN = { open: true, lostAtMs: null, retryAtMs: null };
const AT = Date.UTC(2026, 0, 1, 14, 5);

function running(state: PipelineSummary['run']['state'], revision: number | null = 7): PipelineSummary {
  const run = { state, revision, revisionVersion: 'v', sinceMs: 0, failure: null, question: null };
  return { name: 'orders', file: 'orders.pipeline.json', id: 'x', version: 'v', layoutVersion: null, errors: 0, run };
}

function gauges(counters: Readonly<Record<string, number>>, windows: Gauges['windows'] = {}): Gauges {
  return {
    epoch: '1',
    cut: 1,
    atMs: AT,
    tasks: [],
    nodes: ['n'],
    counters: Object.fromEntries(Object.entries(counters).map(([name, total]) => [name, [total]])),
    watermarks: {},
    sources: {
      orders: {
        topic: 'orders',
        watermark: null,
        behind: '0',
        blocked: '0',
        partitionCount: 1,
        partitions: [{ position: 0, maxTime: null, state: 'active', unread: 0 }],
      },
    },
    windows,
    commits: 0,
    lastCommitMs: 0,
  };
}

const WAITING: Gauges['windows'] = {
  'per-minute': {
    watermark: AT - 33_400,
    holder: { kind: 'partition', source: 'orders', topic: 'orders', partition: 3, why: { kind: 'backlog', unread: 3 } },
    nextClose: { start: AT - 60_000, end: AT, missingMs: 33_400 },
    open: [],
    openPanes: 1,
    openRows: 5,
    sentence: '',
  },
};

test.each([
  [
    'Connection lost',
    { link: { open: false, lostAtMs: AT, retryAtMs: AT }, pipeline: running('running'), gauges: null },
    /since 14:05:00/,
  ],
  ['Not started', { link: OPEN, pipeline: running('stopped', null), gauges: null }, /never deployed/],
  ['Stopped', { link: OPEN, pipeline: running('stopped'), gauges: null }, /r7/],
  ['Starting', { link: OPEN, pipeline: running('starting'), gauges: null }, /first numbers/],
  [
    'No records yet',
    { link: OPEN, pipeline: running('running'), gauges: gauges({ read: 0 }) },
    /Reading orders\. 1 partitions/,
  ],
  [
    'Nothing could be decoded',
    { link: OPEN, pipeline: running('running'), gauges: gauges({ read: 47, passed: 0, dead: 47 }) },
    /47 of 47/,
  ],
  [
    'Waiting for the watermark',
    { link: OPEN, pipeline: running('running'), gauges: gauges({ read: 9, passed: 9 }, WAITING) },
    /14:04–14:05 closes at 14:05:00; now 14:04:26\.6, held by orders\[3\]/,
  ],
  [
    'All late',
    { link: OPEN, pipeline: running('running'), gauges: gauges({ read: 9, passed: 9, late: 9 }) },
    /9 rows came after/,
  ],
  [
    'All filtered',
    { link: OPEN, pipeline: running('running'), gauges: gauges({ read: 9, passed: 9, filtered: 9 }) },
    /9 rows were dropped/,
  ],
  [
    'No results yet',
    { link: OPEN, pipeline: running('running'), gauges: gauges({ read: 9, passed: 9 }) },
    /9 records were read/,
  ],
])('%s [V4]', (title, known, fact) => {
  const found = emptinessOf(known);
  expect(found.title).toBe(title);
  expect(found.fact).toMatch(fact);
});
