import type { Gauges } from '@millrace/live';
import { expect, test } from 'vitest';
import { fitGauges } from './fit-gauges.ts';

const LIMIT = 64 * 1024 - 128;

/** A pipeline of `nodes` nodes with every counter, `windows` windows of 24 open panes, and a source of `partitions`. */
function gaugesOf(nodes: number, windows: number, partitions: number): Gauges {
  const names = Array.from({ length: nodes }, (_, n) => `node-number-${n}`);
  const counters = ['in', 'out', 'out.late', 'late', 'filtered', 'errors', 'read', 'passed', 'dead', 'written'];
  const pane = { start: 1_767_225_600_000, end: 1_767_225_660_000, rows: 12_345, keys: 321 };
  const window = {
    watermark: 1_767_225_600_000,
    holder: { kind: 'all-idle' as const },
    nextClose: { start: pane.start, end: pane.end, missingMs: 5 },
    open: Array.from({ length: 24 }, () => pane),
    openPanes: 24,
    openRows: 24 * pane.rows,
    sentence: 'The window closes when the watermark reaches its end.',
  };
  const partition = { position: 1_234_567, maxTime: 1_767_225_600_000, state: 'active' as const, unread: 0 };
  const source = {
    topic: 'orders',
    watermark: 1_767_225_600_000,
    behind: '0',
    blocked: '0',
    partitions: Array.from({ length: partitions }, () => partition),
    partitionCount: partitions,
  };
  return {
    epoch: 'e.1',
    cut: 5,
    atMs: 1,
    tasks: [],
    nodes: names,
    counters: Object.fromEntries(counters.map((name) => [name, names.map((_, n) => n * 997)])),
    watermarks: Object.fromEntries(names.slice(0, windows).map((name) => [name, 1_767_225_600_000])),
    sources: { 'node-number-0': source },
    windows: Object.fromEntries(names.slice(0, windows).map((name) => [name, window])),
    commits: 5,
    lastCommitMs: 5,
  };
}

test('what fits is whole', () => {
  const gauges = gaugesOf(20, 4, 12);
  expect(JSON.parse(fitGauges(gauges, LIMIT))).toEqual(gauges);
  expect(fitGauges(null, LIMIT)).toBe('null');
});

test.each([
  [500, 10, 3, 500],
  [20, 200, 12, 20],
  [20, 2, 5_000, 20],
  [500, 100, 1_000, 500],
  [1_000, 300, 3, 500],
])('%i nodes, %i windows, %i partitions: %i nodes in one frame', (nodes, windows, partitions, kept) => {
  const json = fitGauges(gaugesOf(nodes, windows, partitions), LIMIT);
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(LIMIT);
  const fitted = JSON.parse(json) as Gauges;
  expect(fitted.nodes.length).toBe(kept);
  expect(fitted.counters['in']?.length).toBe(kept);
  expect(fitted.sources['node-number-0']?.partitionCount).toBe(partitions);
  for (const window of Object.values(fitted.windows)) expect(window.openPanes).toBe(24);
});
