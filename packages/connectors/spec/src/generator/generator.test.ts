import { expect, test } from 'vitest';
import { generatorSchema } from './config.ts';
import { generatorRow } from './generator-row.ts';
import { generator, generatorSettings } from './index.ts';

const START_MS = 1_767_225_600_000;
const CONFIG = { seed: 7, rate: 120, start: '2026-01-01T00:00:00Z' };

test('what is left out has its default [T6]', () => {
  expect(generatorSettings(CONFIG)).toEqual({
    seed: 7,
    rate: 120,
    startMs: START_MS,
    partitions: 3,
    disorderMs: 2_000,
    lateShare: 0.002,
    brokenShare: 0.0005,
  });
  expect(generatorSettings({ seed: 1, rate: 1 }).startMs).toBeNull();
  expect(generator.describe(generatorSchema.parse(CONFIG))).toMatchObject({
    eventTime: {
      from: { column: 'ordered_at' },
      maxOutOfOrderMs: 5_000,
      idleTimeoutMs: 30_000,
      maxFutureSkewMs: 3_600_000,
    },
    topic: { kind: 'ingest', partitions: 3 },
    startFrom: 'earliest',
    isolation: 'read_committed',
  });
});

test('ordinary rows are never late, however large the disorder [W1]', () => {
  const description = generator.describe(generatorSchema.parse({ ...CONFIG, disorder: '20s' }));
  expect(description.eventTime?.maxOutOfOrderMs).toBe(20_000);
});

test('a value holds the columns, its time counts from the start', () => {
  const settings = { ...generatorSettings(CONFIG), brokenShare: 0, lateShare: 0 };
  const row = generatorRow(settings, 1_000, START_MS);
  const value = JSON.parse(row.value) as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(generator.describe(generatorSchema.parse(CONFIG)).columns.map(({ name }) => name));
  expect(Date.parse(String(value['ordered_at']))).toBe(START_MS + row.orderedAtMs);
  expect(row.key).toBe(JSON.stringify({ customer: value['customer'] }));
  expect(row.dueMs).toBe(8_333);
  const later = JSON.parse(generatorRow(settings, 1_000, START_MS + 5).value) as Record<string, unknown>;
  expect(Date.parse(String(later['ordered_at']))).toBe(START_MS + row.orderedAtMs + 5);
  expect({ ...later, ordered_at: value['ordered_at'] }).toEqual(value);
});

/** Why a record cannot be decoded, null when it can. */
function fault(value: string): string | null {
  try {
    const row = JSON.parse(value) as Record<string, unknown>;
    if (typeof row['quantity'] !== 'number') return 'wrong type';
    if (row['ordered_at'] === undefined) return 'no event time';
    return Number.isNaN(Date.parse(String(row['ordered_at']))) ? 'no point in time' : null;
  } catch {
    return value.endsWith('more') ? 'tail' : value.startsWith('{') ? 'cut off' : 'another text';
  }
}

test('exactly the broken rows cannot be decoded, in several ways [E8]', () => {
  const settings = { ...generatorSettings(CONFIG), brokenShare: 0.1 };
  const kinds = new Set<string>();
  for (let n = 0; n < 3_000; n++) {
    const { value, broken } = generatorRow(settings, n, START_MS);
    const found = fault(value);
    expect(found !== null).toBe(broken);
    if (found !== null) kinds.add(found);
  }
  expect([...kinds].sort()).toEqual([
    'another text',
    'cut off',
    'no event time',
    'no point in time',
    'tail',
    'wrong type',
  ]);
});

test.each([
  ['no rate', { rate: undefined }, 'rows per second'],
  ['a rate of 0', { rate: 0 }, 'slowest rate'],
  ['a share above 1', { lateShare: 1.5 }, 'at most 1'],
  ['half a seed', { seed: 0.5 }, 'whole number'],
  ['a start without a zone', { start: '2026-01-01T00:00:00' }, 'no point in time'],
  ['more late and broken rows than rows', { lateShare: 0.6, brokenShare: 0.6 }, 'more than all rows'],
])('%s is refused', (_, change, message) => {
  const parsed = generatorSchema.safeParse({ ...CONFIG, ...change });
  const issues = parsed.success ? generator.spec.resolve(parsed.data, new Map()).issues : parsed.error.issues;
  expect(JSON.stringify(issues)).toContain(message);
});
