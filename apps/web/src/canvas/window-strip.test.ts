import type { LiveExplanation } from '@millrace/live';
import { expect, test } from 'vitest';
import { stripWords, windowStrip } from './window-strip.ts';

const START = Date.UTC(2026, 0, 1, 14, 5);
const MINUTE = 60_000;

function explanation(change: Partial<LiveExplanation> = {}): LiveExplanation {
  const open = Array.from({ length: 2 }, (_, i) => ({
    start: START + i * MINUTE,
    end: START + (i + 1) * MINUTE,
    rows: i === 0 ? 6_535 : 187,
    keys: 8,
  }));
  return {
    watermark: START + 57_290,
    holder: { kind: 'partition', source: 'orders', topic: 'o', partition: 3, why: { kind: 'backlog', unread: 1 } },
    nextClose: { start: START, end: START + MINUTE, missingMs: 2_710 },
    open,
    openPanes: 2,
    openRows: 6_722,
    sentence: '',
    ...change,
  };
}

test('panes stand on their event time, filled by their rows', () => {
  const { panes, watermark, more } = windowStrip(explanation());
  expect(panes.map(({ from, to }) => [from, to].map((share) => Math.round(share * 100)))).toEqual([
    [7, 50],
    [50, 93],
  ]);
  expect(panes.map(({ fill }) => Math.round(fill * 100))).toEqual([100, 3]);
  expect(panes.map(({ rows }) => rows)).toEqual(['6,535', '187']);
  expect(Math.round((watermark ?? 0) * 100)).toBe(48);
  expect(more).toBe(0);
});

test('four panes are shown, the others counted', () => {
  const open = Array.from({ length: 24 }, (_, i) => ({
    start: START + i * MINUTE,
    end: START + (i + 1) * MINUTE,
    rows: 1,
    keys: 1,
  }));
  const strip = windowStrip(explanation({ open, openPanes: 40 }));
  expect(strip.panes.length).toBe(4);
  expect(strip.more).toBe(36);
});

test('a watermark before all panes stands at the left, one that has ended at the right', () => {
  expect(windowStrip(explanation({ watermark: START - 3_600_000 })).watermark).toBe(0);
  expect(windowStrip(explanation({ watermark: 'end' })).watermark).toBe(1);
  expect(windowStrip(explanation({ watermark: null })).watermark).toBeNull();
  expect(windowStrip(explanation({ open: [] }))).toEqual({ panes: [], watermark: null, more: 0 });
});

test('the words say when the next window closes, and what holds it', () => {
  expect(stripWords(explanation(), false)).toEqual({
    open: '2 windows open',
    watermark: 'watermark 14:05:57.2',
    next: 'next closes at 14:06:00',
    rest: 'in 2.7 s',
  });
  expect(stripWords(explanation(), true)).toMatchObject({ watermark: 'held by orders[3]', rest: 'now 14:05:57.2' });
  expect(stripWords(explanation({ nextClose: null, openPanes: 0 }), false)).toMatchObject({
    open: '0 windows open',
    next: '',
  });
});
