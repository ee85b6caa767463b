import { readHeaders } from '@millrace/kafka-wire';
import { afterAll, describe, expect, test } from 'vitest';
import { Admin } from './admin.ts';
import { OffsetOutOfRange, UnknownTopic } from './errors.ts';
import { LogReader } from './log-reader.ts';
import { listBounds, offsetsForTime, partitionCounts } from './offsets.ts';
import {
  deleteTopics,
  forgetTopic,
  makeTopic,
  named,
  openWriter,
  otherClient,
  readAll,
  readValues,
  TEST_KAFKA,
  testKafka,
  untilVisible,
} from './testing/real-kafka.ts';

const bytes = (text: string) => Buffer.from(text);
const at = (topic: string, offset: number) => new Map([[topic, new Map([[0, offset]])]]);

afterAll(deleteTopics);

describe.skipIf(TEST_KAFKA === null)('a reader on a real Kafka', () => {
  test('at read_committed gets what was committed, once and in order, while others abort in between [E4]', async () => {
    const topic = await makeTopic('aborts');
    const clients = ['a', 'b'].map((id) =>
      otherClient().producer({ transactionalId: named(id), maxInFlightRequests: 1, idempotent: true }),
    );
    await Promise.all(clients.map((client) => client.connect()));
    const own = await openWriter('own');
    const expected: string[] = [];
    for (let round = 0; round < 4; round++) {
      const open = await Promise.all(clients.map((client) => client.transaction()));
      own.begin();
      own.add(topic, 0, 1, bytes('\0\0\0\0'), bytes(`own-${round}`));
      for (const [i, transaction] of open.entries()) {
        await transaction.send({ topic, messages: [{ key: Buffer.alloc(4), value: `${i}-${round}` }] });
      }
      await (round === 3 ? own.abort() : own.commit(null));
      for (const [i, transaction] of open.entries()) {
        await ((round + i) % 2 === 0 ? transaction.commit() : transaction.abort());
      }
      for (const i of [0, 1]) if ((round + i) % 2 === 0) expected.push(`${i}-${round}`);
      if (round < 3) expected.push(`own-${round}`);
    }
    own.close();
    await Promise.all(clients.map((client) => client.disconnect()));
    await untilVisible('own');
    expect(await readValues(topic)).toEqual(expected);
    const everything = await readValues(topic, 'read_uncommitted');
    expect(everything.length).toBeGreaterThan(expected.length);
    expect(everything.filter((value) => expected.includes(value ?? ''))).toEqual(expected);
  });

  test('reads gzip, plain batches, nulls and headers of another client (kafkajs#642, #1121) [E4]', async () => {
    const topic = await makeTopic('foreign');
    const producer = otherClient().producer();
    await producer.connect();
    const many = Array.from({ length: 500 }, (_, i) => ({ key: `k${i}`, value: `g${i}` }));
    await producer.send({ topic, compression: 1, messages: many });
    const headers = { a: ['1', '2'], b: '3' };
    const messages = [{ value: null, key: 'k' }, { value: '' }, { value: '{}', headers }];
    await producer.send({ topic, messages });
    await producer.disconnect();
    const records = await readAll(topic);
    expect(records.slice(0, 500).map(({ key, value }) => ({ key, value }))).toEqual(many);
    expect(records.slice(500).map(({ value }) => value)).toEqual([null, '', '{}']);
    const reader = await LogReader.open({
      broker: testKafka(),
      positions: at(topic, 502),
      isolation: 'read_committed',
    });
    const [fetched] = await reader.next();
    reader.close();
    const ranges = fetched?.records[0] as NonNullable<typeof fetched>['records'][number];
    expect(readHeaders(ranges, 0).map(([key, value]) => [key, value?.toString()])).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', '3'],
    ]);
  });

  test('gets a record that is larger than its limits (kafkajs#1677) [E4]', async () => {
    const topic = await makeTopic('huge', 1, { 'max.message.bytes': '8000000' });
    const producer = otherClient().producer();
    await producer.connect();
    await producer.send({ topic, messages: [{ value: Buffer.alloc(3_000_000, 97) }] });
    await producer.send({ topic, messages: [{ value: 'after' }] });
    await producer.disconnect();
    expect((await readValues(topic)).map((value) => value?.length)).toEqual([3_000_000, 5]);
  });

  test('passes the holes that compaction leaves (ruby-kafka#555) [E4]', async () => {
    const topic = await makeTopic('compacted', 1, {
      'cleanup.policy': 'compact',
      'segment.ms': '50',
      'min.cleanable.dirty.ratio': '0.001',
      'min.compaction.lag.ms': '0',
    });
    const producer = otherClient().producer();
    await producer.connect();
    for (let i = 0; i < 20; i++) await producer.send({ topic, messages: [{ key: `k${i % 2}`, value: `v${i}` }] });
    await producer.disconnect();
    const records = await readAll(topic);
    expect(records.at(-1)).toMatchObject({ offset: 19, value: 'v19' });
    expect(new Map(records.map(({ key, value }) => [key, value]))).toEqual(
      new Map([
        ['k0', 'v18'],
        ['k1', 'v19'],
      ]),
    );
  });

  test('tells where quiet partitions end, and gets what arrives while it waits', async () => {
    const topic = await makeTopic('quiet', 3);
    const partitions = new Map([0, 1, 2].map((partition) => [partition, 0]));
    const positions = new Map([[topic, partitions]]);
    const reader = await LogReader.open({ broker: testKafka(), positions, isolation: 'read_committed', maxWaitMs: 50 });
    const first = await reader.next();
    expect(first.map(({ partition, highWatermark, nextOffset }) => [partition, highWatermark, nextOffset])).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ]);
    const writer = await openWriter('quiet');
    writer.begin();
    writer.add(topic, 1, 5, null, bytes('x'));
    await writer.commit(null);
    writer.close();
    const ends = new Map<number, number>();
    while (ends.get(1) !== 2) for (const one of await reader.next()) ends.set(one.partition, one.nextOffset);
    expect([...ends].sort()).toEqual([
      [0, 0],
      [1, 2],
      [2, 0],
    ]);
    reader.close();
  });

  test('says so when its topic is deleted', async () => {
    const topic = await makeTopic('deleted');
    const reader = await LogReader.open({ broker: testKafka(), positions: at(topic, 0), isolation: 'read_committed' });
    await reader.next();
    const admin = await Admin.connect(testKafka());
    await admin.deleteTopics([topic]);
    await admin.close();
    forgetTopic(topic);
    const reading = (async () => {
      for (;;) await reader.next();
    })();
    await expect(reading).rejects.toThrow(UnknownTopic);
    await expect(reading).rejects.toThrow(new RegExp(`There is no topic ${topic}`));
    reader.close();
  });

  test('says the bounds of the log when its position is gone', async () => {
    const topic = await makeTopic('trimmed');
    const producer = otherClient().producer();
    await producer.connect();
    await producer.send({ topic, messages: ['a', 'b', 'c', 'd'].map((value) => ({ value })) });
    await producer.disconnect();
    const admin = await Admin.connect(testKafka());
    await admin.deleteRecords({ topic, partition: 0 }, 3);
    await admin.close();
    const reader = await LogReader.open({ broker: testKafka(), positions: at(topic, 1), isolation: 'read_committed' });
    const error = await reader.next().catch((reason: unknown) => reason);
    reader.close();
    expect(error).toBeInstanceOf(OffsetOutOfRange);
    expect(error).toMatchObject({ topic, partition: 0, offset: 1, span: { logStart: 3, end: 4 } });
    expect(await readValues(topic)).toEqual(['d']);
  });

  test('gives the time of the broker where the topic has it', async () => {
    const topic = await makeTopic('append-time', 1, { 'message.timestamp.type': 'LogAppendTime' });
    const producer = otherClient().producer();
    await producer.connect();
    await producer.send({ topic, messages: [{ value: 'x', timestamp: '1000' }] });
    await producer.disconnect();
    const reader = await LogReader.open({
      broker: testKafka(),
      positions: at(topic, 0),
      isolation: 'read_uncommitted',
    });
    const [fetched] = await reader.next();
    reader.close();
    expect(fetched?.logAppendTime).toBe(true);
    expect(fetched?.records[0]?.timestamps[0]).toBeGreaterThan(1.7e12);
  });
});

describe.skipIf(TEST_KAFKA === null)('offsets on a real Kafka', () => {
  test('by time: the first record at or behind it, the end where there is none', async () => {
    const topic = await makeTopic('times', 2);
    const producer = otherClient().producer();
    await producer.connect();
    const now = Date.now();
    const messages = [0, 1000, 2000].map((ms) => ({ partition: 0, value: 'v', timestamp: String(now + ms) }));
    for (const message of messages) await producer.send({ topic, messages: [message] });
    await producer.disconnect();
    const atTime = (ms: number) => offsetsForTime(testKafka(), topic, 2, 'read_committed', now + ms);
    expect(await atTime(-5000)).toEqual([0, 0]);
    expect(await atTime(500)).toEqual([1, 0]);
    expect(await atTime(9000)).toEqual([3, 0]);
    expect(await listBounds(testKafka(), topic, 2, 'read_committed')).toEqual([
      { earliest: 0, latest: 3 },
      { earliest: 0, latest: 0 },
    ]);
  });

  test('topics that do not exist are not counted, and have no bounds', async () => {
    const topic = await makeTopic('three', 3);
    expect(await partitionCounts(testKafka(), [topic, named('nowhere')])).toEqual(new Map([[topic, 3]]));
    await expect(listBounds(testKafka(), named('nowhere'), 1, 'read_committed')).rejects.toThrow(UnknownTopic);
  });
});
