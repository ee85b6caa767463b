import { BIGINT, TIMESTAMP_LTZ } from '@millrace/model';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { kafkaSourceSchema } from './config.ts';
import { kafkaSource } from './index.ts';

const BIDS = {
  topic: 'bids',
  columns: [
    { name: 'auction', type: 'BIGINT', required: true },
    { name: 'date_time', type: 'TIMESTAMP_LTZ(3)', path: '/at/time' },
  ],
  eventTime: { column: 'date_time' },
};

function describe(config: object) {
  return kafkaSource.describe(kafkaSourceSchema.parse(config));
}

function messages(config: object): string {
  const parsed = kafkaSourceSchema.safeParse(config);
  if (!parsed.success) return JSON.stringify(parsed.error.issues);
  return JSON.stringify(kafkaSource.spec.resolve(parsed.data, new Map()).issues);
}

test('defaults are those of T6 [T6]', () => {
  expect(describe(BIDS)).toEqual({
    columns: [
      { name: 'auction', type: BIGINT, required: true },
      { name: 'date_time', type: TIMESTAMP_LTZ, required: false, path: '/at/time' },
    ],
    eventTime: {
      from: { column: 'date_time' },
      maxOutOfOrderMs: 5_000,
      idleTimeoutMs: 30_000,
      maxFutureSkewMs: 3_600_000,
      futurePolicy: 'quarantine',
      closeWhenQuiet: false,
    },
    format: 'json',
    topic: { kind: 'existing', name: 'bids' },
    startFrom: 'earliest',
    isolation: 'read_committed',
  });
});

test('defaults stand in the schema [T6]', () => {
  const schema = z.toJSONSchema(kafkaSourceSchema, { io: 'input' });
  expect(schema.properties).toMatchObject({
    startFrom: { default: 'earliest' },
    isolation: { default: 'read_committed' },
    format: { default: 'json' },
    eventTime: {
      properties: {
        maxOutOfOrder: { default: '5s' },
        idleTimeout: { default: '30s' },
        maxFutureSkew: { default: '1h' },
        futurePolicy: { default: 'quarantine' },
        closeWhenQuiet: { default: false },
      },
    },
  });
});

test('the edge has the columns, absent ones as NULL, and the event time [T1] [O1]', () => {
  const resolved = kafkaSource.spec.resolve(kafkaSourceSchema.parse(BIDS), new Map());
  expect(resolved.ok && resolved.value.get('out')).toEqual({
    columns: [
      { name: 'auction', type: BIGINT, nullable: false },
      { name: 'date_time', type: TIMESTAMP_LTZ, nullable: true },
    ],
    time: 1,
    changelog: false,
    upsertKey: null,
  });
});

test.each([
  ['never', Number.POSITIVE_INFINITY],
  ['500ms', 500],
])('idleTimeout %s [T6] [W3]', (idleTimeout, idleTimeoutMs) => {
  expect(describe({ ...BIDS, eventTime: { column: 'date_time', idleTimeout } }).eventTime).toMatchObject({
    idleTimeoutMs,
  });
});

test.each([
  ['latest', 'latest'],
  [{ time: '2026-01-01T00:00:00Z' }, { timeMs: 1_767_225_600_000 }],
  [{ time: '2026-01-01 01:00:00+01:00' }, { timeMs: 1_767_225_600_000 }],
])('startFrom %j', (startFrom, meant) => {
  expect(describe({ ...BIDS, startFrom }).startFrom).toEqual(meant);
});

test('the unit that was confirmed goes to the decoder with its column [T3]', () => {
  const columns = [{ name: 'date_time', type: 'TIMESTAMP_LTZ(6)', unit: 'us' }];
  expect(describe({ ...BIDS, columns }).columns).toEqual([
    { name: 'date_time', type: { kind: 'TIMESTAMP_LTZ', precision: 6 }, unit: 'us', required: false },
  ]);
});

test('without eventTime rows have no event time, with record they have the record’s [T1]', () => {
  expect(describe({ ...BIDS, eventTime: undefined }).eventTime).toBeNull();
  const byRecord = { ...BIDS, eventTime: { record: true } };
  expect(describe(byRecord).eventTime?.from).toBe('record');
  expect(describe(byRecord).columns).toHaveLength(2);
  const resolved = kafkaSource.spec.resolve(kafkaSourceSchema.parse(byRecord), new Map());
  const edge = resolved.ok ? resolved.value.get('out') : undefined;
  expect(edge).toMatchObject({
    time: 2,
    columns: [{}, {}, { name: '_timestamp', type: TIMESTAMP_LTZ, nullable: false }],
  });
});

test.each([
  ['no such column', { eventTime: { column: 'when' } }, 'There is no column when in this source. Choose date_time.'],
  ['a column that is no time', { eventTime: { column: 'auction' } }, 'The column auction is no point in time.'],
  ['two sources of time', { eventTime: { column: 'date_time', record: true } }, 'Event time comes from one place.'],
  [
    'a column in the place of the record’s timestamp',
    { columns: [{ name: '_timestamp', type: 'INT' }], eventTime: { record: true } },
    'the column _timestamp holds the record',
  ],
  ['no source of time', { eventTime: { idleTimeout: '1s' } }, 'Event time comes from one place.'],
  ['a negative disorder', { eventTime: { column: 'date_time', maxOutOfOrder: '-1s' } }, 'negative'],
  ['no unit', { eventTime: { column: 'date_time', maxOutOfOrder: '5' } }, 'duration'],
  ['one column twice', { columns: [...BIDS.columns, BIDS.columns[0]] }, 'There is a column auction already.'],
  ['no columns', { columns: [] }, 'at least one column'],
  [
    'a type that is none',
    { columns: [{ name: 'a', type: 'DECIMAL(99,2)' }] },
    'DECIMAL takes a whole number from 1 to 38',
  ],
  ['an unknown type', { columns: [{ name: 'a', type: 'NUMBER' }] }, 'Did you mean DOUBLE?'],
  ['a reserved name', { columns: [{ name: 'constructor', type: 'INT' }] }, 'A column name is'],
  ['no JSON Pointer', { columns: [{ name: 'a', type: 'INT', path: 'a.b' }] }, 'JSON Pointer'],
  ['a unit of no timestamp', { columns: [{ name: 'a', type: 'BIGINT', unit: 's' }] }, 'Choose TIMESTAMP_LTZ(3)'],
  ['an unknown unit', { columns: [{ name: 'a', type: 'TIMESTAMP(3)', unit: 'm' }] }, 'one of s, ms, us, ns'],
  ['debezium-json', { format: 'debezium-json' }, 'format debezium-json comes later.'],
  ['raw', { format: 'raw' }, 'format raw comes later.'],
  ['another format', { format: 'avro' }, 'There is no format avro. Choose json.'],
  ['metadata', { metadata: true }, 'metadata comes later.'],
  ['a topic that Kafka refuses', { topic: 'a b' }, 'no space'],
  ['another start', { startFrom: 'yesterday' }, 'Write earliest, latest'],
  ['an unknown field', { topik: 'x' }, 'unrecognized_keys'],
])('%s is refused [T1]', (_, change, message) => {
  expect(messages({ ...BIDS, ...change })).toContain(message);
});
