import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delaysBehindMaximum } from './delays-behind-maximum.ts';
import { dueMsOf, type GeneratedOrder, generatedOrder } from './generated-order.ts';
import type { GeneratorSettings } from './generator-settings.ts';
import { keyPartition } from './key-partition.ts';
import { PRODUCTS } from './order-vocabulary.ts';

const SETTINGS: GeneratorSettings = {
  seed: 7,
  rate: 120,
  startMs: null,
  partitions: 3,
  disorderMs: 2_000,
  lateShare: 0.01,
  brokenShare: 0.005,
};

const settings = fc.record({
  seed: fc.integer(),
  rate: fc.double({ min: 0.5, max: 5_000, noNaN: true }),
  startMs: fc.constant(null),
  partitions: fc.integer({ min: 1, max: 8 }),
  disorderMs: fc.integer({ min: 0, max: 20_000 }),
  lateShare: fc.double({ min: 0, max: 0.5, noNaN: true }),
  brokenShare: fc.double({ min: 0, max: 0.5, noNaN: true }),
});

function orders(given: GeneratorSettings, count: number): GeneratedOrder[] {
  return Array.from({ length: count }, (_, n) => generatedOrder(given, n));
}

function share(rows: readonly GeneratedOrder[], holds: (row: GeneratedOrder) => boolean): number {
  return rows.filter(holds).length / rows.length;
}

test('ordinary rows are at most the disorder behind their partition, late ones are further behind [W1]', () => {
  fc.assert(
    fc.property(settings, (given) => {
      for (const { n, order, behindMs } of delaysBehindMaximum(given)) {
        if (n === 400) return;
        if (order.fate === 'ordinary') expect(behindMs).toBeLessThanOrEqual(given.disorderMs);
        else if (order.fate === 'late') expect(behindMs).toBeGreaterThan(given.disorderMs);
        else expect(behindMs).toBeNull();
      }
    }),
    { numRuns: 60 },
  );
});

test('no row is emitted before its event time, and rows are due in the order of their numbers', () => {
  fc.assert(
    fc.property(settings, fc.nat({ max: 1_000_000 }), (given, n) => {
      const [order, next] = [generatedOrder(given, n), generatedOrder(given, n + 1)];
      expect(order.orderedAtMs).toBeLessThanOrEqual(order.dueMs);
      expect(order.dueMs).toBe(Math.floor((n * 1_000) / given.rate));
      expect(next.dueMs).toBeGreaterThanOrEqual(order.dueMs);
    }),
  );
});

test('a row is a function of the settings and its number', () => {
  const forwards = orders(SETTINGS, 500);
  const backwards = Array.from({ length: 500 }, (_, n) => generatedOrder(SETTINGS, 499 - n)).reverse();
  expect(backwards).toEqual(forwards);
  expect(orders({ ...SETTINGS, seed: 8 }, 500)).not.toEqual(forwards);
  expect(generatedOrder(SETTINGS, 2 ** 32 + 5)).not.toEqual(
    expect.objectContaining({
      customer: generatedOrder(SETTINGS, 5).customer,
      product: generatedOrder(SETTINGS, 5).product,
    }),
  );
});

test('shares come out as they were asked for', () => {
  const rows = orders(SETTINGS, 60_000);
  const within = (actual: number, wanted: number) =>
    expect(Math.abs(actual - wanted)).toBeLessThan(0.003 + wanted * 0.1);
  within(
    share(rows, (row) => row.fate === 'late'),
    SETTINGS.lateShare,
  );
  within(
    share(rows, (row) => row.fate === 'broken'),
    SETTINGS.brokenShare,
  );
  within(
    share(rows, (row) => row.status === 'cancelled'),
    0.08,
  );
  for (const { name, weight } of PRODUCTS) {
    within(
      share(rows, (row) => row.product === name),
      weight / 100,
    );
  }
  for (let partition = 0; partition < 3; partition++) {
    expect(share(rows, (row) => row.partition === partition)).toBeGreaterThan(0.25);
  }
});

test('a customer stays in one partition, whatever becomes of the row', () => {
  const partitions = new Map<string, number>();
  for (const { customer, partition } of orders(SETTINGS, 5_000)) {
    expect(partitions.get(customer) ?? partition).toBe(partition);
    partitions.set(customer, partition);
  }
});

test.each([
  ['without late rows', { lateShare: 0 }, 'late'],
  ['without broken rows', { brokenShare: 0 }, 'broken'],
] as const)('%s there are none', (_, change, fate) => {
  expect(orders({ ...SETTINGS, ...change }, 5_000).filter((row) => row.fate === fate)).toEqual([]);
});

test('the first row of a partition has nothing to be late behind', () => {
  expect(generatedOrder({ ...SETTINGS, lateShare: 1, brokenShare: 0 }, 0).fate).toBe('ordinary');
});

test('the due time of far rows is exact', () => {
  expect(dueMsOf({ ...SETTINGS, rate: 0.5 }, 3)).toBe(6_000);
  expect(dueMsOf({ ...SETTINGS, rate: 1_000 }, 10_000_000_000)).toBe(10_000_000_000);
});

/** From the tests of Apache Kafka's own `Utils.murmur2`. */
test.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
])('the key %s goes where a Kafka client puts it', (key, hash) => {
  for (const partitions of [1, 3, 7, 64]) expect(keyPartition(key, partitions)).toBe((hash & 0x7fffffff) % partitions);
});
