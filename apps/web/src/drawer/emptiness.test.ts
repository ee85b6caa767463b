import type { Gauges, PipelineSummary } from '@millrace/live';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { emptinessOf } from './emptiness.ts';

const OPEN = { open: true, lostAtMs: null, retryAtMs: null };
const AT = Date.UTC(2026, 0, 1, 14, 5);

beforeAll(() => void vi.useFakeTimers({ now: AT }));
afterAll(() => void vi.useRealTimers());

function running(state: PipelineSummary['run']['state'], revision: number | null = 7): PipelineSummary {
  const run = { state, revision, revisionVersion: 'v', sinceMs: 0, failure: null, question: null };
  return { name: 'orders', file: 'orders.pipeline.json', id: 'x', version: 'v', layoutVersion: null, errors: 0, run };
}

/** Counters by node. */
function gauges(
  counters: Readonly<Record<string, Readonly<Record<string, number>>>>,
  windows: Gauges['windows'] = {},
): Gauges {
  const nodes = Object.keys(counters);
  const names = [...new Set(Object.values(counters).flatMap(Object.keys))];
  const source = { topic: 'orders', watermark: null, behind: '0', blocked: '0', partitionCount: 1, partitions: [] };
  return {
    epoch: '1',
    cut: 1,
    atMs: AT,
    tasks: [],
    nodes,
    counters: Object.fromEntries(names.map((name) => [name, nodes.map((node) => counters[node]?.[name] ?? null)])),
    watermarks: {},
    sources: { orders: source, elsewhere: { ...source, topic: 'elsewhere', partitionCount: 9 } },
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

const PATH = { nodes: new Set(['orders', 'paid', 'per-minute']), feeds: [{ node: 'per-minute', port: 'out' }] };
const GOOD = { orders: { read: 9, passed: 9 } };

function emptiness(change: Partial<Parameters<typeof emptinessOf>[0]>) {
  const titleOf = (node: string) => ({ paid: 'Drop cancelled' })[node] ?? node;
  return emptinessOf({ link: OPEN, pipeline: running('running'), gauges: null, path: PATH, titleOf, ...change });
}

test.each([
  ['Connection lost', { link: { open: false, lostAtMs: AT, retryAtMs: AT } }, /since 14:05:00/, 'retry'],
  ['Not started', { pipeline: running('stopped', null) }, /never deployed/, 'start'],
  ['Stopped', { pipeline: running('stopped') }, /r7/, 'start'],
  ['Waits for your answer', { pipeline: running('question') }, /^$/, 'start'],
  ['Tries again', { pipeline: running('retrying'), gauges: gauges(GOOD) }, /^$/, undefined],
  ['Starting', { pipeline: running('starting') }, /first numbers/, undefined],
  [
    'Not connected',
    { gauges: gauges(GOOD), path: { nodes: new Set<string>(), feeds: [] } },
    /No edge leads to this view/,
    undefined,
  ],
  [
    'No records yet',
    { gauges: gauges({ orders: { read: 0 } }) },
    /Reading orders\. 1 partition, nothing new/,
    undefined,
  ],
  [
    'Nothing could be decoded',
    { gauges: gauges({ orders: { read: 47, passed: 0, dead: 47 } }) },
    /47 of 47/,
    'dead-letters',
  ],
  [
    'Waiting for the watermark',
    { gauges: gauges(GOOD, WAITING) },
    /14:04–14:05 closes at 14:05:00; now 14:04:26\.6, held by orders\[3\]/,
    'why',
  ],
  ['All late', { gauges: gauges({ ...GOOD, 'per-minute': { in: 9, late: 9 } }) }, /9 rows came to per-minute/, 'why'],
  [
    'All filtered',
    { gauges: gauges({ ...GOOD, paid: { in: 9, filtered: 9 } }) },
    /Drop cancelled let 0 of 9 rows through/,
    'settings',
  ],
  [
    'No late rows',
    { gauges: gauges(GOOD, WAITING), path: { ...PATH, feeds: [{ node: 'per-minute', port: 'late' }] } },
    /before its window closed/,
    undefined,
  ],
  [
    'No failed rows',
    { gauges: gauges(GOOD), path: { ...PATH, feeds: [{ node: 'paid', port: 'error' }] } },
    /could be processed/,
    undefined,
  ],
])('%s [V4]', (title, known, fact, action) => {
  const found = emptiness(known);
  expect(found.title).toBe(title);
  expect(found.fact).toMatch(fact);
  expect(found.action?.kind).toBe(action);
});

test.each([
  ['a filter that lets some through', { paid: { in: 9, filtered: 8 } }],
  ['a window that counted some', { 'per-minute': { in: 9, late: 4, assignments: 5 } }],
  ['a filter that is on no way to the view', { sideways: { in: 9, filtered: 9 } }],
])('%s is no reason [V4]', (_, counters) => {
  expect(emptiness({ gauges: gauges({ ...GOOD, ...counters }) })).toMatchObject({
    title: 'No results yet',
    fact: '9 records were read.',
  });
});
