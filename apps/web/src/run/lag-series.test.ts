import { expect, test } from 'vitest';
import { LagSeries, type LagTrend } from './lag-series.ts';

type Seen = readonly [atMs: number, behind: number, unread?: readonly number[]];

function trend(...seen: readonly Seen[]): LagTrend {
  const series = new LagSeries();
  for (const [atMs, behind, unread = []] of seen) series.add('e', atMs, behind, unread);
  return series.trend;
}

test.each([
  ['nothing is said of two seconds', [[0, 900] as Seen, [2_000, 0] as Seen], { kind: 'unknown' }],
  ['a few rows more or less are none', [[0, 12] as Seen, [5_000, 25] as Seen], { kind: 'steady' }],
  ['a twentieth is none', [[0, 20_000] as Seen, [5_000, 21_000] as Seen], { kind: 'steady' }],
  ['more is growing', [[0, 100] as Seen, [5_000, 900] as Seen], { kind: 'growing' }],
  [
    'less is shrinking, to zero at the same rate',
    [[0, 10_000] as Seen, [5_000, 5_000] as Seen],
    { kind: 'shrinking', zeroInMs: 5_000, slowest: null },
  ],
  [
    'the slowest partition says when',
    [[0, 8_000, [4_000, 4_000]] as Seen, [4_000, 3_000, [0, 3_000]] as Seen],
    { kind: 'shrinking', zeroInMs: 12_000, slowest: 1 },
  ],
  [
    'a partition that stands still is no forecast',
    [[0, 8_000, [4_000, 4_000]] as Seen, [4_000, 4_000, [0, 4_000]] as Seen],
    { kind: 'shrinking', zeroInMs: null, slowest: 1 },
  ],
])('%s', (_, seen, expected) => {
  expect(trend(...seen)).toEqual(expected);
});

test('a saw of commits is steady', () => {
  const saw = Array.from({ length: 101 }, (_, i): Seen => [i * 100, (i % 10) * 5_000]);
  expect(trend(...saw)).toEqual({ kind: 'steady' });
});

test('only the last ten seconds count', () => {
  expect(trend([0, 90_000], [30_000, 500], [35_000, 500], [40_000, 500])).toEqual({ kind: 'steady' });
});

test('another epoch begins anew [E7]', () => {
  const series = new LagSeries();
  series.add('a', 0, 9_000, []);
  series.add('b', 5_000, 10, []);
  expect(series.trend).toEqual({ kind: 'unknown' });
});
