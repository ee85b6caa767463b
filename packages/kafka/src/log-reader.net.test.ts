import { BatchBuilder, ERRORS, fetch, listOffsets, type MessageOf, metadata } from '@millrace/kafka-wire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConnectionLost, KafkaError, OffsetOutOfRange, OtherBroker, UnknownTopic } from './errors.ts';
import { LogReader, type LogReaderOptions } from './log-reader.ts';
import { FakeBroker, namesOf } from './testing/fake-broker.ts';

type FetchRequest = MessageOf<typeof fetch.request>;
type FetchAnswer = MessageOf<typeof fetch.response>;
type Asked = { readonly topic: string; readonly partition: number; readonly offset: number };
type Answered = Partial<FetchAnswer['topics'][number]['partitions'][number]>;

let broker: FakeBroker;
let reader: LogReader;

beforeEach(async () => {
  broker = await FakeBroker.start();
});
afterEach(async () => {
  reader.close();
  await broker.close();
});

async function open(partitions: readonly number[], options: Partial<LogReaderOptions> = {}): Promise<void> {
  const positions = new Map([['t', new Map(partitions.map((partition) => [partition, 0]))]]);
  reader = await LogReader.open({ broker: broker.address, positions, isolation: 'read_committed', ...options });
}

function askedFor({ topics }: FetchRequest): Asked[] {
  return topics.flatMap(({ name, partitions }) =>
    partitions.map(({ index, fetchOffset }) => ({ topic: name, partition: index, offset: fetchOffset })),
  );
}

/** An answer with one entry per partition that was asked for. */
function answer(request: FetchRequest, of: (asked: Asked, nth: number) => Answered): FetchAnswer {
  const rest = { abortedTransactions: null, preferredReadReplica: -1, records: null };
  const ends = { highWatermark: 100, lastStableOffset: 90, logStartOffset: 0 };
  return {
    ...{ throttleTimeMs: 0, errorCode: 0, sessionId: 0 },
    topics: askedFor(request).map((asked, nth) => ({
      name: asked.topic,
      partitions: [{ index: asked.partition, errorCode: 0, ...ends, ...rest, ...of(asked, nth) }],
    })),
  };
}

/** A batch of one record at an offset. */
function batchAt(offset: number): Buffer {
  const builder = new BatchBuilder();
  builder.add(1, Buffer.alloc(0), -1, -1, Buffer.from(`v${offset}`), 0, 2);
  const batch = builder.finish({ producerId: -1n, epoch: -1, baseSequence: -1, transactional: false });
  batch.writeBigInt64BE(BigInt(offset), 0);
  return batch;
}

test('a partition without records tells its ends in every answer', async () => {
  broker.on(fetch, (request) => answer(request, ({ partition }) => (partition === 0 ? { records: batchAt(0) } : {})));
  await open([0, 1]);
  const [first, second] = await reader.next();
  expect(first).toMatchObject({ partition: 0, nextOffset: 1, highWatermark: 100, lastStableOffset: 90 });
  expect(second).toMatchObject({ partition: 1, nextOffset: 0, records: [], highWatermark: 100, logStartOffset: 0 });
});

test('at read_uncommitted the readable end is the high watermark', async () => {
  broker.on(fetch, (request) => answer(request, () => ({})));
  await open([0], { isolation: 'read_uncommitted' });
  expect(await reader.next()).toMatchObject([{ highWatermark: 100, lastStableOffset: 100 }]);
  expect(broker.bodies(fetch)[0]).toMatchObject({ isolationLevel: 0 });
});

test('a broker that fills an answer with the first partition starves none', async () => {
  broker.on(fetch, (request) => answer(request, ({ offset }, nth) => (nth === 0 ? { records: batchAt(offset) } : {})));
  await open([0, 1, 2, 3, 4]);
  const served: number[] = [];
  for (let i = 0; i < 10; i++) {
    served.push(...(await reader.next()).filter(({ records }) => records.length > 0).map(({ partition }) => partition));
  }
  expect(served).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
});

test('one request is on its way ahead, and no further one without `next`', async () => {
  broker.on(fetch, (request) => answer(request, ({ offset }) => ({ records: batchAt(offset) })));
  await open([0]);
  expect(broker.count(fetch)).toBe(0);
  await reader.next();
  await broker.untilSeen(fetch, 2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(
    broker
      .bodies(fetch)
      .flatMap(askedFor)
      .map(({ offset }) => offset),
  ).toEqual([0, 1]);
  await reader.next();
  await broker.untilSeen(fetch, 3);
});

test('a paused partition is not asked for until it is resumed', async () => {
  broker.on(fetch, (request) => answer(request, ({ offset }) => ({ records: batchAt(offset) })));
  await open([0, 1]);
  reader.pause('t', 1);
  await reader.next();
  await reader.next();
  expect(
    broker
      .bodies(fetch)
      .flatMap(askedFor)
      .map(({ partition }) => partition),
  ).not.toContain(1);
  reader.pause('t', 0);
  expect((await reader.next()).map(({ partition }) => partition)).toEqual([0]);
  const waiting = reader.next();
  reader.resume('t', 1);
  expect((await waiting).map(({ partition }) => partition)).toEqual([1]);
  expect(() => reader.pause('t', 7)).toThrow(/t\[7\] is not one of the partitions/);
});

test('nothing behind `until` is given or asked for; then `next` waits for `close`', async () => {
  broker.on(fetch, (request) =>
    answer(request, ({ offset }) => ({ records: Buffer.concat([batchAt(offset), batchAt(offset + 1)]) })),
  );
  await open([0, 1], {
    until: new Map([
      [
        't',
        new Map([
          [0, 3],
          [1, 2],
        ]),
      ],
    ]),
  });
  const read: string[] = [];
  for (let i = 0; i < 2; i++) {
    for (const { partition, records } of await reader.next()) {
      read.push(...records.flatMap(({ offsets }) => [...offsets].map((offset) => `${partition}:${offset}`)));
    }
  }
  expect(read.sort()).toEqual(['0:0', '0:1', '0:2', '1:0', '1:1']);
  const waiting = reader.next();
  (await LogReader.open({ broker: broker.address, positions: new Map(), isolation: 'read_committed' })).close();
  expect(broker.count(fetch)).toBe(2);
  reader.close();
  expect(await waiting).toEqual([]);
});

test('`close` ends a `next` that waits for the broker; a lost connection rejects it', async () => {
  broker.on(fetch, (_, nth) => (nth === 0 ? 'silence' : 'hang up'));
  await open([0]);
  const waiting = reader.next();
  await broker.untilSeen(fetch);
  reader.close();
  expect(await waiting).toEqual([]);
  await open([0]);
  await expect(reader.next()).rejects.toThrow(ConnectionLost);
});

test('a damaged batch is refused with its place, by every `next` from then on [E4]', async () => {
  const damaged = batchAt(0);
  damaged[68] = 1;
  broker.on(fetch, (request) => answer(request, () => ({ records: damaged })));
  await open([3]);
  await expect(reader.next()).rejects.toThrow(/t\[3\] offset 0 has a wrong CRC/);
  await expect(reader.next()).rejects.toThrow(/t\[3\] offset 0 has a wrong CRC/);
});

describe('errors of a partition', () => {
  const failing = (code: number) => broker.on(fetch, (request) => answer(request, () => ({ errorCode: code })));

  test('a position that the log does not have comes with the bounds of the log', async () => {
    failing(ERRORS.OFFSET_OUT_OF_RANGE);
    broker.on(listOffsets, ({ topics }) => ({
      throttleTimeMs: 0,
      topics: topics.map(({ name, partitions }) => ({
        name,
        partitions: partitions.map(({ index, timestamp }) => ({
          ...{ index, errorCode: 0, timestamp: -1, offset: timestamp === -2 ? 40 : 55, leaderEpoch: 0 },
        })),
      })),
    }));
    await open([2]);
    const error = await reader.next().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OffsetOutOfRange);
    expect(error).toMatchObject({ topic: 't', partition: 2, offset: 0, span: { logStart: 40, end: 55 } });
    expect((error as Error).message).toMatch(/its log goes from 40 to 55/);
  });

  test('a log that is being opened is waited for', async () => {
    broker.on(fetch, (request, nth) =>
      answer(request, ({ offset }) =>
        nth < 2 ? { errorCode: ERRORS.NOT_LEADER_OR_FOLLOWER } : { records: batchAt(offset) },
      ),
    );
    await open([0]);
    expect(await reader.next()).toMatchObject([{ nextOffset: 1 }]);
  });

  test('a topic that is gone is said', async () => {
    failing(ERRORS.UNKNOWN_TOPIC_OR_PARTITION);
    await open([0]);
    broker.on(metadata, () => {
      const cluster = broker.cluster(['t']);
      const topics = cluster.topics.map((topic) => ({ ...topic, errorCode: 3, partitions: [] }));
      return { ...cluster, topics };
    });
    await expect(reader.next()).rejects.toThrow(UnknownTopic);
    await expect(reader.next()).rejects.toThrow(/There is no topic t\. It was deleted or never made/);
  });

  test('what the user may not read is said with the error, the place and what to do', async () => {
    failing(ERRORS.TOPIC_AUTHORIZATION_FAILED);
    await open([1]);
    const error = await reader.next().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KafkaError);
    expect(error).toMatchObject({ errorName: 'TOPIC_AUTHORIZATION_FAILED', topic: 't', partition: 1 });
    expect((error as Error).message).toMatch(/kafka-acls/);
  });
});

describe('a cluster of several brokers', () => {
  function ledBy(leaderOf: (partition: number) => number): void {
    broker.on(metadata, ({ topics }) => {
      const cluster = broker.cluster(namesOf(topics));
      return {
        ...cluster,
        brokers: [...cluster.brokers, { nodeId: 2, host: 'kafka-2', port: 9092, rack: null }],
        topics: cluster.topics.map((topic) => ({
          ...topic,
          partitions: topic.partitions.map((one) => ({ ...one, leaderId: leaderOf(one.index) })),
        })),
      };
    });
  }

  test('is refused where another one leads a partition, with its address', async () => {
    await open([0]);
    ledBy((partition) => (partition === 3 ? 2 : 1));
    await expect(open([0])).rejects.toThrow(OtherBroker);
    await expect(open([0])).rejects.toThrow(/Partition 3 of t is led by broker 2 at kafka-2:9092; this version reads/);
  });

  test('is read where this one leads them all', async () => {
    ledBy(() => 1);
    broker.on(fetch, (request) => answer(request, ({ offset }) => ({ records: batchAt(offset) })));
    await open([0]);
    expect(await reader.next()).toMatchObject([{ nextOffset: 1 }]);
  });
});

test.each([
  ['topic', { errorCode: 3, partitions: [] }, /There is no topic t\./],
  ['partition', {}, /There is no partition 9 of the topic t\./],
])('a %s that does not exist is said at once', async (_, topic, message) => {
  await open([0]);
  broker.on(metadata, () => {
    const cluster = broker.cluster(['t']);
    return { ...cluster, topics: cluster.topics.map((one) => ({ ...one, ...topic })) };
  });
  await expect(open([9])).rejects.toThrow(UnknownTopic);
  await expect(open([9])).rejects.toThrow(message);
});
