import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { javaTool } from '../../../tools/kafka/local-kafka.mjs';
import type { BrokerUnderTest } from '../brokers.ts';

const PACKAGE = 'org.apache.kafka.tools';
const RUN = `${process.pid}-${process.hrtime.bigint()}`;
const TOOL_MS = 60_000;

/** Apache Kafka's own command-line tools, and so its Java clients, against a broker: one story, in the order of the tests. */
export function describeTools(name: string, start: (() => Promise<BrokerUnderTest>) | null): void {
  describe.skipIf(start === null)(`Apache Kafka's tools on ${name}`, () => {
    let broker: BrokerUnderTest | null = null;
    const [topic, group, id] = [`tools-${RUN}`, `tools-group-${RUN}`, `tools-txn-${RUN}`];
    beforeAll(async () => {
      broker = start === null ? null : await start();
    });
    afterAll(() => broker?.end());
    const run = (tool: string, args: readonly string[], input = '') =>
      javaTool(`${PACKAGE}.${tool}`, ['--bootstrap-server', broker?.text ?? '', ...args], {
        timeoutMs: TOOL_MS,
        input,
      });

    test('kafka-topics makes a topic and tells its configs', async () => {
      await run('TopicCommand', [
        '--create',
        '--topic',
        topic,
        '--partitions',
        '2',
        '--config',
        'retention.ms=86400000',
      ]);
      const told = await run('TopicCommand', ['--describe', '--topic', topic]);
      expect(told).toMatch(/PartitionCount: 2\s+ReplicationFactor: 1\s+Configs:.*retention\.ms=86400000/);
      expect(told.match(/Leader: 1\s+Replicas: 1\s+Isr: 1/g)?.length).toBe(2);
    });

    test('kafka-console-producer writes what kafka-console-consumer reads, in the order of each key', async () => {
      const lines = Array.from({ length: 30 }, (_, i) => `k${i % 3}:${i}`);
      const keyed = ['--reader-property', 'parse.key=true', '--reader-property', 'key.separator=:'];
      await run('ConsoleProducer', ['--topic', topic, ...keyed], `${lines.join('\n')}\n`);
      const wanted = ['--group', group, '--from-beginning', '--max-messages', '30', '--timeout-ms', '30000'];
      const text = await run('consumer.ConsoleConsumer', [
        '--topic',
        topic,
        '--formatter-property',
        'print.key=true',
        ...wanted,
      ]);
      const read = text.split('\n').flatMap(
        (line) =>
          line
            .match(/^(k\d)\t(\d+)$/)
            ?.slice(1, 3)
            .join(':') ?? [],
      );
      for (const key of ['k0', 'k1', 'k2']) {
        const ofKey = (all: readonly string[]) => all.filter((line) => line.startsWith(key));
        expect(ofKey(read)).toEqual(ofKey(lines));
      }
    });

    test('kafka-consumer-groups tells the lag, and sets the group back', async () => {
      const told = await run('consumer.group.ConsumerGroupCommand', ['--describe', '--group', group]);
      const rows = told.split('\n').flatMap(
        (line) =>
          line
            .match(/\s(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+-/)
            ?.slice(1)
            .map(Number) ?? [],
      );
      const [first = [], second = []] = [rows.slice(0, 4), rows.slice(4, 8)];
      expect([first[3], second[3]]).toEqual([0, 0]);
      expect((first[1] ?? 0) + (second[1] ?? 0)).toBe(30);
      const reset = ['--reset-offsets', '--group', group, '--topic', topic, '--to-earliest', '--execute'];
      expect(await run('consumer.group.ConsumerGroupCommand', reset)).toMatch(new RegExp(`${topic}\\s+1\\s+0`));
    });

    test('kafka-configs changes a topic', async () => {
      const entity = ['--entity-type', 'topics', '--entity-name', topic];
      await run('ConfigCommand', ['--alter', ...entity, '--add-config', 'retention.ms=-1,segment.bytes=5000000']);
      const told = await run('ConfigCommand', ['--describe', ...entity]);
      expect(told).toMatch(/retention\.ms=-1 /);
      expect(told).toMatch(/segment\.bytes=5000000 .*DYNAMIC_TOPIC_CONFIG:segment\.bytes=5000000/);
    });

    test('kafka-producer-perf-test writes with the idempotent producer, and in transactions', async () => {
      const load = ['--topic', topic, '--num-records', '20000', '--record-size', '100', '--throughput', '-1'];
      expect(await run('ProducerPerformance', load)).toMatch(/^20000 records sent/m);
      const transactions = ['--transactional-id', id, '--transaction-duration-ms', '100'];
      expect(await run('ProducerPerformance', [...load, ...transactions])).toMatch(/^20000 records sent/m);
    });

    test('kafka-transactions tells how the last one ended', async () => {
      const told = await run('TransactionsCommand', ['describe', '--transactional-id', id]);
      expect(told).toMatch(new RegExp(`${id}\\s+\\d+\\s+\\d+\\s+CompleteCommit`));
    });

    test('kafka-get-offsets sees all of it behind the markers, and kafka-topics deletes it', async () => {
      const told = await run('GetOffsetShell', ['--topic', topic]);
      const ends = [...told.matchAll(/:\d+:(\d+)$/gm)].map(([, end]) => Number(end));
      expect(ends.length).toBe(2);
      expect(ends.reduce((sum, end) => sum + end, 0)).toBeGreaterThan(40_030);
      await run('TopicCommand', ['--delete', '--topic', topic]);
    });
  });
}
