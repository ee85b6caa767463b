import type { Gauges } from '@millrace/live';
import { expect, test } from 'vitest';
import { LiveNumbers } from '../run/live-numbers.ts';
import { cardFacts } from './card-facts.ts';

function gauges(atMs: number, counters: Readonly<Record<string, number | null>>, blocked = '0'): Gauges {
  return {
    epoch: '1',
    cut: 1,
    atMs,
    tasks: [],
    nodes: ['n'],
    counters: Object.fromEntries(Object.entries(counters).map(([name, total]) => [name, [total]])),
    watermarks: {},
    sources: { n: { topic: 't', watermark: null, behind: '12', blocked, partitionCount: 0, partitions: [] } },
    windows: {},
    commits: 0,
    lastCommitMs: 0,
  };
}

function numbersOf(...frames: readonly Gauges[]): LiveNumbers {
  const numbers = new LiveNumbers();
  for (const frame of frames) numbers.apply(frame);
  return numbers;
}

test('nothing is claimed before anything is known', () => {
  expect(cardFacts('source', false, 'n', new LiveNumbers())).toMatchObject({
    figure: '–',
    left: { text: '' },
    right: { text: '' },
  });
});

test('a source tells its rate, its lag and what was broken', () => {
  const numbers = numbersOf(gauges(0, { passed: 0 }), gauges(1_000, { passed: 112, dead: 40, quarantined: 7 }));
  expect(cardFacts('source', false, 'n', numbers)).toEqual({
    figure: '112',
    unit: 'rows/s',
    left: { text: 'lag 12 rows', tone: '' },
    right: { text: '47 broken', tone: 'err' },
  });
});

test('an open transaction is told beside the lag', () => {
  const numbers = numbersOf(gauges(0, { passed: 0 }, '1500'));
  expect(cardFacts('source', false, 'n', numbers).left).toEqual({ text: 'lag 12 rows · 1,500 blocked', tone: 'wait' });
});

test('a filter tells what it lets through, never rounded up to all', () => {
  const numbers = numbersOf(
    gauges(0, { in: 0, out: 0, filtered: 0 }),
    gauges(1_000, { in: 100_000, out: 99_999, filtered: 1 }),
  );
  const { left, right } = cardFacts('operator', false, 'n', numbers);
  expect([left.text, right.text]).toEqual(['99.9 % pass', '1 dropped']);
});

test('failed rows come before dropped ones', () => {
  expect(cardFacts('operator', false, 'n', numbersOf(gauges(0, { in: 9, filtered: 3, errors: 2 }))).right).toEqual({
    text: '2 failed',
    tone: 'err',
  });
});

test('a sink tells what it has written', () => {
  expect(cardFacts('sink', false, 'n', numbersOf(gauges(0, { written: 1_234 }))).left.text).toBe('1,234 written');
});
