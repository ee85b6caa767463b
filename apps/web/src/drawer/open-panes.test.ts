import type { LiveExplanation } from '@millrace/live';
import { expect, test } from 'vitest';
import { feedingWindow, openPaneRows } from './open-panes.ts';

const edge = (from: string, to: string) => {
  const [node = '', port = 'out'] = from.split('.');
  return { from: { node, port }, to: { node: to, port: 'in' } };
};
const isWindow = (node: string) => node.startsWith('win');

test.each([
  ['straight before the view', [edge('src', 'win'), edge('win', 'view')], 'win'],
  ['behind a projection', [edge('src', 'win'), edge('win', 'names'), edge('names', 'view')], 'win'],
  ['the nearer of two', [edge('win1', 'win2'), edge('win2', 'view')], 'win2'],
  ['none', [edge('src', 'view')], null],
  ['two at once', [edge('win1', 'all'), edge('win2', 'all'), edge('all', 'view')], null],
  ['rows that were too late are no results', [edge('win.late', 'view')], null],
  ['a circle', [edge('a', 'b'), edge('b', 'a'), edge('b', 'view')], null],
])('the window that feeds a view: %s', (_, edges, expected) => {
  expect(feedingWindow({ edges }, 'view', isWindow)).toBe(expected);
});

const MINUTE = 60_000;
const explanation = (missingMs: number | null): LiveExplanation => ({
  watermark: MINUTE - 2_700,
  holder: {
    kind: 'partition',
    source: 'orders',
    topic: 'orders',
    partition: 3,
    why: { kind: 'no-record', silentForMs: 0, idleInMs: null },
  },
  nextClose: { start: 0, end: MINUTE, missingMs },
  open: [
    { start: 0, end: MINUTE, rows: 6_535, keys: 8 },
    { start: MINUTE, end: 2 * MINUTE, rows: 1, keys: 1 },
  ],
  openPanes: 2,
  openRows: 6_536,
  sentence: '',
});

test.each([
  ['it closes by itself', 2_700, false, 'open, 6,535 rows of 8 keys, closes in 2.7 s'],
  ['a partition holds it', 2_700, true, 'open, 6,535 rows of 8 keys, held by orders[3]'],
  ['its time has come', 0, false, 'open, 6,535 rows of 8 keys, closing now'],
  ['there is no watermark yet', null, false, 'open, 6,535 rows of 8 keys, not a result yet'],
])('the next window when %s', (_, missingMs, isHeld, words) => {
  expect(openPaneRows(explanation(missingMs), isHeld, 0).at(-1)?.words).toBe(words);
});

test('the newest window stands first', () => {
  const [newest] = openPaneRows(explanation(2_700), false, 0);
  expect(newest).toEqual({ startMs: MINUTE, endMs: 2 * MINUTE, words: 'open, 1 row of 1 key, not a result yet' });
});

test('a window whose results are committed is not open any more', () => {
  expect(openPaneRows(explanation(2_700), false, MINUTE).map(({ startMs }) => startMs)).toEqual([MINUTE]);
});
