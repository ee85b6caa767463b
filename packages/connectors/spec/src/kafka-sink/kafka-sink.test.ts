import { BIGINT, type EdgeSchema, STRING, TIMESTAMP_LTZ } from '@millrace/model';
import { expect, test } from 'vitest';
import { kafkaSinkSchema } from './config.ts';
import { kafkaSink } from './index.ts';

const INPUT: EdgeSchema = {
  columns: [
    { name: 'product', type: STRING, nullable: true },
    { name: 'window_end', type: TIMESTAMP_LTZ, nullable: false },
    { name: 'orders', type: BIGINT, nullable: false },
  ],
  time: 1,
  changelog: false,
  upsertKey: [0, 1],
};

function messages(config: object, input = INPUT): string {
  const parsed = kafkaSinkSchema.safeParse(config);
  if (!parsed.success) return JSON.stringify(parsed.error.issues);
  return JSON.stringify(kafkaSink.spec.resolve(parsed.data, new Map([['in', input]])).issues);
}

test('a key is found by its columns, in its own order', () => {
  const config = kafkaSinkSchema.parse({
    topic: 't',
    key: ['window_end', 'product'],
    timestampFormat: 'iso',
    partitions: 2,
  });
  expect(kafkaSink.spec.resolve(config, new Map([['in', INPUT]])).ok).toBe(true);
  expect(kafkaSink.describe(config, INPUT)).toEqual({
    topic: { kind: 'named', name: 't', partitions: 2 },
    key: [1, 0],
    timestampFormat: 'iso',
  });
});

test('what is left out has its default', () => {
  expect(kafkaSink.describe(kafkaSinkSchema.parse({ topic: 't' }), INPUT)).toEqual({
    topic: { kind: 'named', name: 't' },
    key: null,
    timestampFormat: 'sql',
  });
});

test.each([
  ['mode upsert', { mode: 'upsert' }, 'mode upsert comes later. Choose append.'],
  ['changelog-json', { format: 'changelog-json' }, 'format changelog-json comes later. Choose json.'],
  ['another format of times', { timestampFormat: 'rfc822' }, 'There is no timestampFormat rfc822.'],
  ['no such column', { key: ['prodct'] }, 'There is no column prodct in the input.'],
  ['a column twice', { key: ['product', 'product'] }, 'The key has product already.'],
  ['an empty key', { key: [] }, 'A key has at least one column.'],
  ['half a partition', { partitions: 1.5 }, 'whole number'],
  ['no partition', { partitions: 0 }, 'at least one partition'],
  ['a topic of our own', { topic: 'millrace.a.b.dead' }, 'keep for themselves'],
])('%s is refused', (_, change, message) => {
  expect(messages({ topic: 't', ...change })).toContain(message);
});

test('mode append takes no changelog [L3]', () => {
  expect(messages({ topic: 't' }, { ...INPUT, changelog: true })).toContain('mode append can only add');
});
