import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Admin } from './admin.ts';
import { parseBroker } from './broker-address.ts';
import type { BrokerAddress } from './errors.ts';
import { ProducerFenced, RecordTooLarge } from './errors.ts';
import { lagOf } from './lag.ts';
import { LogReader } from './log-reader.ts';
import { committedOffsets, listBounds, partitionCounts } from './offsets.ts';
import { TransactionalWriter } from './transactional-writer.ts';

const address = process.env['MILLRACE_TEST_KAFKA'];
if (address === undefined) console.log('skipped: no Kafka (set MILLRACE_TEST_KAFKA=host:port)');

const run = `data-path-${process.pid}-${process.hrtime.bigint()}`;
const text = new TextDecoder();
const bytes = (value: string) => new TextEncoder().encode(value);

describe.skipIf(address === undefined)('the data path on a real Kafka', () => {
  const broker = parseBroker(address ?? 'none:1') as BrokerAddress;
  const topic = (name: string) => `${run}-${name}`;
  let admin: Admin;

  beforeAll(async () => {
    admin = await Admin.connect(broker);
  });
  afterAll(() => admin.close());

  async function makeTopic(name: string, partitions = 1): Promise<string> {
    await admin.createTopics([{ name: topic(name), partitions, config: {} }]);
    return topic(name);
  }

  /** Initialising an id waits for the markers of its last transaction, which Kafka writes after it has answered EndTxn. */
  async function untilVisible(transactionalId: string): Promise<void> {
    (await TransactionalWriter.open({ broker, transactionalId })).close();
  }

  async function readAll(name: string, isolation: 'read_committed' | 'read_uncommitted' = 'read_committed') {
    const [bounds] = await listBounds(broker, name, 1, isolation);
    const until = bounds?.latest ?? 0;
    const at = (offset: number) => new Map([[name, new Map([[0, offset]])]]);
    const reader = await LogReader.open({ broker, positions: at(0), until: at(until), isolation });
    const values: string[] = [];
    for (let next = 0; next < until; ) {
      for (const { records, nextOffset } of await reader.next()) {
        for (const ranges of records) {
          for (let i = 0; i < ranges.count; i++) {
            values.push(text.decode(ranges.buffer.subarray(ranges.valueStart[i], ranges.valueEnd[i])));
          }
        }
        next = nextOffset;
      }
    }
    reader.close();
    return values;
  }

  test('a reader at read_committed gets the committed records, once and in order [E4]', async () => {
    const name = await makeTopic('aborts');
    const kafka = new Kafka({ brokers: [address ?? ''], logLevel: logLevel.NOTHING, retry: { initialRetryTime: 20 } });
    const producers = ['a', 'b'].map((id) =>
      kafka.producer({ transactionalId: `${run}-${id}`, maxInFlightRequests: 1, idempotent: true }),
    );
    await Promise.all(producers.map((producer) => producer.connect()));
    const expected: string[] = [];
    for (let round = 0; round < 4; round++) {
      const open = await Promise.all(producers.map((producer) => producer.transaction()));
      for (const [i, transaction] of open.entries()) {
        await transaction.send({ topic: name, messages: [{ key: Buffer.alloc(4), value: `${i}-${round}` }] });
      }
      for (const [i, transaction] of open.entries()) {
        if ((round + i) % 2 === 0) await transaction.commit();
        else await transaction.abort();
        if ((round + i) % 2 === 0) expected.push(`${i}-${round}`);
      }
    }
    await Promise.all(producers.map((producer) => producer.disconnect()));
    expect(await readAll(name)).toEqual(expected);
    expect((await readAll(name, 'read_uncommitted')).length).toBe(8);
  });

  test('records and group offsets are one transaction, and lag is 0 behind its marker [E1, G2]', async () => {
    const name = await makeTopic('out');
    const writer = await TransactionalWriter.open({ broker, transactionalId: `${run}-out` });
    writer.begin();
    writer.add(name, 0, 1, bytes('k'), bytes('v'), [['a', bytes('1')]]);
    await writer.commit({ group: run, offsets: [{ topic: name, partition: 0, offset: 2 }] });
    writer.close();
    await untilVisible(`${run}-out`);
    const committed = await committedOffsets(broker, run, new Map([[name, 1]]));
    const position = committed.get(name)?.get(0);
    const [bounds] = await listBounds(broker, name, 1, 'read_committed');
    expect(bounds).toEqual({ earliest: 0, latest: 2 });
    expect(lagOf({ end: BigInt(bounds?.latest ?? -1), committed: BigInt(position ?? -1), logStart: 0n })).toBe(0n);
    expect(await readAll(name)).toEqual(['v']);
  });

  test('a successor fences the older instance, of which nothing becomes visible [E3]', async () => {
    const name = await makeTopic('fenced');
    const older = await TransactionalWriter.open({ broker, transactionalId: `${run}-fenced` });
    older.begin();
    older.add(name, 0, 1, null, bytes('older'));
    const newer = await TransactionalWriter.open({ broker, transactionalId: `${run}-fenced` });
    await expect(older.commit(null)).rejects.toThrow(ProducerFenced);
    newer.begin();
    newer.add(name, 0, 1, null, bytes('newer'));
    await newer.commit(null);
    older.close();
    newer.close();
    await untilVisible(`${run}-fenced`);
    expect(await readAll(name)).toEqual(['newer']);
  });

  test('a record beyond the limit is refused before it is sent, with both numbers [E1]', async () => {
    const name = await makeTopic('large');
    const writer = await TransactionalWriter.open({
      broker,
      transactionalId: `${run}-large`,
      maxMessageBytes: () => 1_000_000,
    });
    writer.begin();
    expect(() => writer.add(name, 0, 1, null, new Uint8Array(2_000_000))).toThrow(RecordTooLarge);
    expect(() => writer.add(name, 0, 1, null, new Uint8Array(2_000_000))).toThrow(/2000074 bytes.*takes 1000000/);
    writer.close();
  });

  test('gzip batches of another producer are read, keys and nulls apart [E4]', async () => {
    const name = await makeTopic('gzip');
    const kafka = new Kafka({ brokers: [address ?? ''], logLevel: logLevel.NOTHING });
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({
      topic: name,
      compression: 1,
      messages: Array.from({ length: 500 }, (_, i) => ({ value: `g${i}` })),
    });
    await producer.disconnect();
    expect(await readAll(name)).toEqual(Array.from({ length: 500 }, (_, i) => `g${i}`));
  });

  test('a record of 3 MB in a topic that takes it is delivered [E4]', async () => {
    await admin.createTopics([{ name: topic('huge'), partitions: 1, config: { 'max.message.bytes': '8000000' } }]);
    const writer = await TransactionalWriter.open({
      broker,
      transactionalId: `${run}-huge`,
      maxMessageBytes: () => 7_000_000,
    });
    writer.begin();
    writer.add(topic('huge'), 0, 1, null, new Uint8Array(3_000_000).fill(97));
    writer.add(topic('huge'), 0, 1, null, bytes('after'));
    await writer.commit(null);
    writer.close();
    await untilVisible(`${run}-huge`);
    expect((await readAll(topic('huge'))).map((value) => value.length)).toEqual([3_000_000, 5]);
  });

  test('topics that do not exist are not counted', async () => {
    const name = await makeTopic('three', 3);
    expect(await partitionCounts(broker, [name, topic('nowhere')])).toEqual(new Map([[name, 3]]));
  });
});
