import { expect, test } from 'vitest';
import { RateSeries } from './rate-series.ts';

function fed(samples: readonly (readonly [epoch: string, atMs: number, total: number])[]): RateSeries {
  const series = new RateSeries();
  for (const [epoch, atMs, total] of samples) series.add(epoch, atMs, total);
  return series;
}

test('there is no rate before two samples', () => {
  expect(new RateSeries().perSecond).toBeNull();
  expect(fed([['e', 0, 5]]).perSecond).toBeNull();
});

test('the rate is that of the last ten seconds', () => {
  const samples = Array.from({ length: 41 }, (_, i) => ['e', i * 500, i < 20 ? 0 : (i - 20) * 50] as const);
  expect(fed(samples).perSecond).toBeCloseTo(100, 0);
});

test('another epoch, or a total that steps back, begins anew [E7]', () => {
  expect(
    fed([
      ['e', 0, 0],
      ['e', 1_000, 900],
      ['f', 2_000, 1_000],
    ]).perSecond,
  ).toBeNull();
  expect(
    fed([
      ['e', 0, 900],
      ['e', 1_000, 100],
      ['e', 2_000, 200],
    ]).perSecond,
  ).toBe(100);
});

test('the sparkline has one value a second, at most ninety', () => {
  const { spark } = fed(Array.from({ length: 1_001 }, (_, i) => ['e', i * 100, i * 3] as const));
  expect(spark.length).toBe(90);
  expect(spark.every((value) => Math.abs(value - 30) < 1e-9)).toBe(true);
});

test('a total that stands still is quiet since it last grew', () => {
  expect(
    fed([
      ['e', 0, 5],
      ['e', 30_000, 7],
      ['e', 72_000, 7],
    ]).quietMs,
  ).toBe(42_000);
  expect(
    fed([
      ['e', 0, 5],
      ['f', 50_000, 5],
      ['f', 60_000, 5],
    ]).quietMs,
  ).toBe(10_000);
});
