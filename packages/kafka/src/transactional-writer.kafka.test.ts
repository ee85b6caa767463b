import { afterAll, describe, expect, test } from 'vitest';
import { Admin } from './admin.ts';
import type { RequestProbe } from './connection.ts';
import { ControlRefused } from './control-error.ts';
import { KafkaError, ProducerFenced, RecordTooLarge, UnknownTopic, WriterPoisoned } from './errors.ts';
import { committedOffsets, partitionCounts } from './offsets.ts';
import { openTransactions } from './open-transactions.ts';
import { readLag } from './read-lag.ts';
import {
  deleteTopics,
  makeTopic,
  named,
  openWriter,
  readAll,
  readValues,
  TEST_KAFKA,
  testKafka,
  untilVisible,
} from './testing/real-kafka.ts';
import { TransactionalWriter } from './transactional-writer.ts';

const bytes = (text: string) => Buffer.from(text);

afterAll(deleteTopics);

describe.skipIf(TEST_KAFKA === null)('a writer on a real Kafka', () => {
  test('makes records and offsets visible together; behind its marker the lag is 0 [E1, G2]', async () => {
    const topic = await makeTopic('out');
    const topics = new Map([[topic, 1]]);
    const writer = await openWriter('out');
    const lag = () => readLag(testKafka(), named('out'), topics, 'read_committed');
    expect(await lag()).toMatchObject([{ lag: null, committed: null, end: 0n }]);
    for (let i = 0; i < 3; i++) {
      writer.begin();
      writer.add(topic, 0, 1, bytes('k'), bytes(`v${i}`), [['a', bytes('1')]]);
      await writer.commit({ group: named('out'), offsets: [{ topic, partition: 0, offset: 2 * i + 2 }] });
    }
    writer.close();
    await untilVisible('out');
    expect(await readValues(topic)).toEqual(['v0', 'v1', 'v2']);
    expect(await committedOffsets(testKafka(), named('out'), topics)).toEqual(new Map([[topic, new Map([[0, 6]])]]));
    expect(await lag()).toEqual([
      { topic, partition: 0, committed: 6n, logStart: 0n, end: 6n, lag: 0n, blocked: 0n, blockedBy: [] },
    ]);
  });

  test('leaves nothing of an aborted transaction, its offsets neither [E1]', async () => {
    const topic = await makeTopic('aborted');
    const writer = await openWriter('aborted');
    writer.begin();
    for (let i = 0; i < 20; i++) writer.add(topic, 0, 1, null, Buffer.alloc(100_000));
    await writer.flushPart();
    await writer.abort();
    writer.begin();
    writer.add(topic, 0, 1, null, bytes('kept'));
    await writer.commit(null);
    writer.close();
    await untilVisible('aborted');
    expect(await readValues(topic)).toEqual(['kept']);
    expect((await readAll(topic, 'read_uncommitted')).length).toBeGreaterThan(8);
  });

  test('writes 60 000 records in many batches of several topics, each once and in order', async () => {
    const topics = [await makeTopic('many-a'), await makeTopic('many-b')];
    const writer = await openWriter('many');
    writer.begin();
    for (let i = 0; i < 60_000; i++) {
      writer.add(topics[i % 2] as string, 0, i, bytes(String(i)), Buffer.alloc(100));
      if (i % 20_000 === 0) await writer.flushPart();
    }
    await writer.commit(null);
    writer.close();
    await untilVisible('many');
    for (const [parity, topic] of topics.entries()) {
      const keys = (await readAll(topic)).map(({ key }) => Number(key));
      expect(keys.length).toBe(30_000);
      expect(keys.every((key, i) => key === 2 * i + parity)).toBe(true);
    }
  });

  test('fences the older instance, of which nothing becomes visible [E3]', async () => {
    const topic = await makeTopic('fenced');
    const older = await openWriter('fenced');
    older.begin();
    for (let i = 0; i < 20; i++) older.add(topic, 0, 1, null, Buffer.alloc(100_000));
    await older.flushPart();
    const newer = await openWriter('fenced');
    const commit = older.commit({ group: named('fenced'), offsets: [{ topic, partition: 0, offset: 99 }] });
    await expect(commit).rejects.toThrow(ProducerFenced);
    expect(() => older.begin()).toThrow(new RegExp(`${named('fenced')} was taken over: another instance`));
    newer.begin();
    newer.add(topic, 0, 1, null, bytes('newer'));
    await newer.commit(null);
    newer.close();
    await untilVisible('fenced');
    expect(await readValues(topic)).toEqual(['newer']);
    expect(await committedOffsets(testKafka(), named('fenced'), new Map([[topic, 1]]))).toEqual(
      new Map([[topic, new Map()]]),
    );
  });

  test('that is gone in mid-transaction blocks readers, which is shown with its id until a successor comes [W3, E3]', async () => {
    const topic = await makeTopic('open');
    const writer = await openWriter('open');
    writer.begin();
    for (let i = 0; i < 20; i++) writer.add(topic, 0, 1, null, Buffer.alloc(100_000));
    await writer.flushPart();
    writer.close();
    const blocked = async () => {
      const lags = await readLag(testKafka(), named('reader'), new Map([[topic, 1]]), 'read_committed');
      return lags.map(({ end, blocked: offsets, blockedBy }) => ({
        ...{ end, isBlocked: offsets > 0n },
        by: blockedBy.map(({ transactionalId, firstOffset }) => [transactionalId, firstOffset]),
      }));
    };
    expect(await blocked()).toEqual([{ end: 0n, isBlocked: true, by: [[named('open'), 0]] }]);
    expect(await openTransactions(testKafka(), topic, 1)).toMatchObject([{ topic, partition: 0, firstOffset: 0 }]);
    await untilVisible('open');
    expect(await blocked()).toMatchObject([{ isBlocked: false, by: [] }]);
    expect(await readValues(topic)).toEqual([]);
  });

  const steps = ['AddPartitionsToTxn', 'Produce', 'AddOffsetsToTxn', 'TxnOffsetCommit', 'EndTxn'];
  const cases = steps.flatMap((api) => (['before', 'after'] as const).map((moment) => ({ moment, api })));

  test.each(cases)(
    'that ends $moment $api leaves records and offsets both or neither [E1, E5]',
    async ({ moment, api }) => {
      const id = `ends-${moment}-${api}`;
      const topic = await makeTopic(id);
      const probe: RequestProbe = (now, name) => {
        if (now === moment && name === api) throw new Error('the process ends here');
      };
      const writer = await TransactionalWriter.open({ broker: testKafka(), transactionalId: named(id), probe });
      writer.begin();
      writer.add(topic, 0, 1, null, bytes('x'));
      const offsets = [{ topic, partition: 0, offset: 7 }];
      await expect(writer.commit({ group: named(id), offsets })).rejects.toThrow(WriterPoisoned);
      await untilVisible(id);
      const isCommitted = moment === 'after' && api === 'EndTxn';
      expect(await readValues(topic)).toEqual(isCommitted ? ['x'] : []);
      const committed = await committedOffsets(testKafka(), named(id), new Map([[topic, 1]]));
      expect(committed.get(topic)).toEqual(new Map(isCommitted ? [[0, 7]] : []));
    },
  );

  test('that is gone with offsets on their way makes those who ask for them wait until it is decided [E9]', async () => {
    const topic = await makeTopic('unstable');
    const probe: RequestProbe = (moment, api) => {
      if (moment === 'before' && api === 'EndTxn') throw new Error('the process ends here');
    };
    const writer = await TransactionalWriter.open({ broker: testKafka(), transactionalId: named('unstable'), probe });
    writer.begin();
    const group = named('unstable');
    await expect(writer.commit({ group, offsets: [{ topic, partition: 0, offset: 7 }] })).rejects.toThrow(
      WriterPoisoned,
    );
    const topics = new Map([[topic, 1]]);
    const order: string[] = [];
    const asked = committedOffsets(testKafka(), group, topics).then(() => order.push('answered'));
    for (let i = 0; i < 3; i++) await committedOffsets(testKafka(), named('somebody-else'), topics);
    order.push('decided');
    await untilVisible('unstable');
    await asked;
    expect(order).toEqual(['decided', 'answered']);
  });

  test('knows what a topic takes from its configuration, and refuses 2 MB where 1 MB is the limit [E1]', async () => {
    const topic = await makeTopic('large', 1, { 'max.message.bytes': '1000000' });
    const admin = await Admin.connect(testKafka());
    const settings = await admin.topicSettings([topic]);
    expect(settings).toEqual(new Map([[topic, { maxMessageBytes: 1_000_000, logAppendTime: false }]]));
    await admin.close();
    const maxMessageBytes = (name: string) => settings.get(name)?.maxMessageBytes ?? 0;
    const writer = await TransactionalWriter.open({
      ...{ broker: testKafka(), transactionalId: named('large'), maxMessageBytes },
    });
    writer.begin();
    const add = (size: number) => writer.add(topic, 0, 1, null, Buffer.alloc(size));
    expect(() => add(2_000_000)).toThrow(RecordTooLarge);
    expect(() => add(2_000_000)).toThrow(/batch of 2000074 bytes, and the topic takes 1000000/);
    expect(() => add(999_929)).toThrow(RecordTooLarge);
    add(999_928);
    await writer.commit(null);
    writer.close();
    await untilVisible('large');
    expect((await readValues(topic)).map((value) => value?.length)).toEqual([999_928]);
  });

  test('is told by Kafka itself when a batch is too large, with its place', async () => {
    const topic = await makeTopic('larger', 1, { 'max.message.bytes': '1000' });
    const writer = await openWriter('larger');
    writer.begin();
    writer.add(topic, 0, 1, null, Buffer.alloc(2_000));
    const error = await writer.commit(null).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KafkaError);
    expect(error).toMatchObject({ api: 'Produce', errorName: 'MESSAGE_TOO_LARGE', topic, partition: 0 });
  });

  test('says which topic is missing', async () => {
    const writer = await openWriter('missing');
    writer.begin();
    writer.add(named('nowhere'), 0, 1, null, bytes('x'));
    await expect(writer.commit(null)).rejects.toThrow(UnknownTopic);
  });

  test('with a time-out beyond that of the broker is refused with the name of the setting', async () => {
    await expect(openWriter('slow', 2_000_000_000)).rejects.toThrow(
      /INVALID_TRANSACTION_TIMEOUT.*transaction\.max\.timeout\.ms/,
    );
  });
});

describe.skipIf(TEST_KAFKA === null)('the control path on a real Kafka', () => {
  test('a topic that is there stays as it is', async () => {
    const topic = await makeTopic('twice', 2);
    expect(await makeTopic('twice', 5)).toBe(topic);
    const admin = await Admin.connect(testKafka());
    await admin.createTopics([topic, `${topic}-new`].map((name) => ({ name, partitions: 1, config: {} })));
    await makeTopic('twice-new');
    expect(await partitionCounts(testKafka(), [topic, `${topic}-new`])).toEqual(
      new Map([
        [topic, 2],
        [`${topic}-new`, 1],
      ]),
    );
    expect(await admin.listGroups()).toBeInstanceOf(Array);
    await admin.close();
  });

  test('a refusal is named, with the command that would do it', async () => {
    const admin = await Admin.connect(testKafka());
    const { host, port } = testKafka();
    const made = admin.createTopics([{ name: named('bad'), partitions: 2, config: { 'cleanup.policy': 'nonsense' } }]);
    await expect(made).rejects.toThrow(ControlRefused);
    await expect(made).rejects.toThrow(/refused to create the topic .*-bad: INVALID_CONFIG/);
    await expect(made).rejects.toThrow(
      `kafka-topics.sh --bootstrap-server ${host}:${port} --create --topic ${named('bad')} --partitions 2 --config cleanup.policy=nonsense`,
    );
    await admin.close();
  });
});
