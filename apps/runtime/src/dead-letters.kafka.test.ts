import { Kafka, logLevel } from 'kafkajs';
import { describe, expect, test } from 'vitest';
import { brokerOf, makeTopic, readWithConsole, testKafka } from './testing/kafka-fixture.ts';
import { startRun } from './testing/test-run.ts';

const run = `dl-${process.pid}-${Date.now().toString(36)}`;
const GOOD = '{"id":1,"amount":6,"parts":2,"at":"2026-01-01T00:00:00Z"}';

/** Each record that fails, where it fails and what is said. */
const BAD: readonly (readonly [value: string | null, node: string, reason: RegExp])[] = [
  ['order 17', 'orders', /not JSON .* not an object at byte 0/],
  [`${GOOD}}`, 'orders', /text follows after the end at byte 57/],
  ['{"amount":6,"parts":2,"at":"2026-01-01T00:00:00Z"}', 'orders', /column id is required/],
  [
    '{"id":"x","amount":6,"parts":2,"at":"2026-01-01T00:00:00Z"}',
    'orders',
    /column id wants BIGINT, got "x" at byte 6/,
  ],
  ['{"id":1,"amount":6,"parts":2}', 'orders', /event time at is missing or NULL/],
  ['{"id":1,"amount":6,"parts":2,"at":"9998-01-01T00:00:00Z"}', 'orders', /ahead of the clock.*maxFutureSkew/],
  [null, 'orders', /no value .a tombstone/],
  ['{"id":1,"amount":6,"parts":0,"at":"2026-01-01T00:00:00Z"}', 'each', /Division by zero: amount/],
];

function documentOf(topic: string): string {
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'dead',
    nodes: {
      orders: {
        type: 'kafka-source',
        config: {
          topic,
          columns: [
            { name: 'id', type: 'BIGINT', required: true },
            { name: 'amount', type: 'BIGINT' },
            { name: 'parts', type: 'BIGINT' },
            { name: 'at', type: 'TIMESTAMP_LTZ(3)' },
          ],
          eventTime: { column: 'at' },
        },
      },
      each: { type: 'project', config: { columns: ['id', { name: 'each', expr: 'amount / parts' }, 'at'] } },
      out: { type: 'kafka-sink', config: { topic: `${topic}-out` } },
    },
    edges: [
      { from: 'orders', to: 'each' },
      { from: 'each', to: 'out' },
    ],
  });
}

describe.skipIf(testKafka === undefined)('records that fail, on a real Kafka', () => {
  const broker = brokerOf(testKafka ?? 'none:1');

  test('are in the dead-letter topic as they were, with where and why; the others go on [E8, T2, T5, X3]', async () => {
    await makeTopic(broker, run, 1);
    const producer = new Kafka({
      brokers: [`${broker.host}:${broker.port}`],
      logLevel: logLevel.NOTHING,
    }).producer();
    await producer.connect();
    const values = [GOOD, ...BAD.map(([value]) => value), GOOD];
    const messages = values.map((value, i) => ({
      key: `key-${i}`,
      value,
      timestamp: '1700000000000',
      headers: { from: `till-${i}` },
    }));
    await producer.send({ topic: run, messages });
    await producer.disconnect();

    expect(await startRun(broker, documentOf(run), run, { mode: 'until-end' }).ended).toBeNull();
    const out = await readWithConsole(broker, `${run}-out`);
    expect(out.map(({ value }) => JSON.parse(value).each)).toEqual([3, 3]);
    const dead = await readWithConsole(broker, `millrace.${run}.aaaaaaaaaaaa.dead`);
    expect(dead.map(({ key }) => key)).toEqual(BAD.map((_, i) => `key-${i + 1}`));
    for (const [i, [value, node, reason]] of BAD.entries()) {
      const letter = dead[i];
      expect(letter?.value).toBe(value ?? 'null');
      expect(letter?.headers).toMatch(reason);
      const position = `millrace.topic:${run},millrace.partition:0,millrace.offset:${i + 1},millrace.timestamp:1700000000000`;
      expect(letter?.headers).toContain(`from:till-${i + 1},millrace.node:${node},millrace.reason:`);
      expect(letter?.headers).toContain(position);
    }
  });
});
