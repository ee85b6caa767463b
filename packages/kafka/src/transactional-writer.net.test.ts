import {
  type Api,
  addOffsetsToTxn,
  addPartitionsToTxn,
  ERRORS,
  endTxn,
  type Fields,
  findCoordinator,
  initProducerId,
  type MessageOf,
  metadata,
  produce,
  txnOffsetCommit,
} from '@millrace/kafka-wire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Connection } from './connection.ts';
import { KafkaError, OtherBroker, ProducerFenced, UnknownTopic, WriterPoisoned } from './errors.ts';
import { FakeBroker, namesOf, OK, producedWith, withErrorCodes } from './testing/fake-broker.ts';
import { TransactionalWriter, type WriterOptions } from './transactional-writer.ts';

const OFFSETS = { group: 'g', offsets: [{ topic: 'in', partition: 0, offset: 9 }] };
const VALUE = Buffer.from('v');

let broker: FakeBroker;
let writer: TransactionalWriter;

beforeEach(async () => {
  broker = await FakeBroker.start();
});
afterEach(async () => {
  writer.close();
  await broker.close();
});

async function open(options: Partial<WriterOptions> = {}): Promise<void> {
  writer = await TransactionalWriter.open({ broker: broker.address, transactionalId: 'tx', ...options });
}

async function commitOne(): Promise<void> {
  writer.begin();
  writer.add('out', 0, 1, null, VALUE);
  await writer.commit(OFFSETS);
}

type Batch = { readonly topic: string; readonly partition: number; readonly records: Buffer };

function batches(): Batch[] {
  return broker
    .bodies(produce)
    .flatMap(({ topics }) =>
      topics.flatMap(({ name, partitions }) =>
        partitions.map(({ index, records }) => ({ topic: name, partition: index, records: records as Buffer })),
      ),
    );
}

describe('a commit', () => {
  test('takes the id over, then sends records and offsets, and ends the transaction last [E1]', async () => {
    await open();
    await commitOne();
    expect(broker.apis.slice(0, 2)).toEqual(['FindCoordinator', 'InitProducerId']);
    expect(new Set(broker.apis.slice(2, -1))).toEqual(
      new Set(['AddPartitionsToTxn', 'Produce', 'FindCoordinator', 'AddOffsetsToTxn', 'TxnOffsetCommit']),
    );
    expect(broker.bodies(endTxn)).toMatchObject([{ committed: true, producerEpoch: 0 }]);
    expect(broker.bodies(txnOffsetCommit)).toMatchObject([
      { groupId: 'g', topics: [{ name: 'in', partitions: [{ index: 0, offset: 9 }] }] },
    ]);
  });

  test('of nothing sends nothing', async () => {
    await open();
    writer.begin();
    await writer.commit(null);
    writer.begin();
    await writer.commit({ group: 'g', offsets: [] });
    expect(broker.count(endTxn)).toBe(0);
  });

  test('waits for errors that pass by themselves [E1]', async () => {
    await open();
    const passing = ERRORS.CONCURRENT_TRANSACTIONS;
    broker.on(addPartitionsToTxn, ({ topics }, nth) => ({
      throttleTimeMs: 0,
      topics: withErrorCodes(
        topics.map(({ name, partitions }) => ({ name, partitions: partitions.map((index) => ({ index })) })),
        nth < 2 ? passing : 0,
      ),
    }));
    broker.on(addOffsetsToTxn, (_, nth) => ({ ...OK, errorCode: nth < 1 ? passing : 0 }));
    broker.on(endTxn, (_, nth) => ({ ...OK, errorCode: nth < 3 ? ERRORS.COORDINATOR_LOAD_IN_PROGRESS : 0 }));
    await commitOne();
    expect([addPartitionsToTxn, addOffsetsToTxn, endTxn].map((api) => broker.count(api))).toEqual([3, 2, 4]);
  });

  test('gives each batch the sequence behind the last one, also over transactions', async () => {
    await open({ maxMessageBytes: () => 200 });
    for (let transaction = 0; transaction < 2; transaction++) {
      writer.begin();
      for (let i = 0; i < 7; i++) writer.add('out', i % 2, 1, null, Buffer.alloc(40));
      await writer.commit(null);
    }
    for (const partition of [0, 1]) {
      let expected = 0;
      for (const { records } of batches().filter((batch) => batch.partition === partition)) {
        expect(records.readInt32BE(53)).toBe(expected);
        expect(records.length).toBeLessThanOrEqual(200);
        expected += records.readInt32BE(57);
      }
      expect(expected).toBe(partition === 0 ? 8 : 6);
    }
  });

  test('keeps each request far below what a broker takes at once', async () => {
    await open();
    writer.begin();
    for (let partition = 0; partition < 8; partition++) {
      for (let i = 0; i < 40; i++) writer.add(`t${i % 4}`, partition, 1, null, Buffer.alloc(200_000));
    }
    expect(writer.pendingBytes).toBeGreaterThan(64_000_000);
    await writer.commit(null);
    expect(writer.pendingBytes).toBe(0);
    const sizes = broker
      .bodies(produce)
      .map(({ topics }) =>
        topics.flatMap((one) => one.partitions).reduce((sum, one) => sum + (one.records?.length ?? 0), 0),
      );
    expect(Math.max(...sizes)).toBeLessThan(10 << 20);
    expect(batches().reduce((sum, { records }) => sum + records.readInt32BE(57), 0)).toBe(320);
  });
});

describe('batches', () => {
  test('that are full leave while the transaction gathers; the rest with its commit', async () => {
    await open();
    writer.begin();
    for (let i = 0; i < 10; i++) writer.add('out', 0, 1, null, Buffer.alloc(200_000));
    await writer.flushPart();
    expect(batches().map(({ records }) => records.readInt32BE(57))).toEqual([4, 4]);
    expect(broker.count(endTxn)).toBe(0);
    await writer.commit(null);
    expect(batches().map(({ records }) => records.readInt32BE(57))).toEqual([4, 4, 2]);
    expect(broker.count(addPartitionsToTxn)).toBe(1);
  });

  test('of a partition are on their way together, in order, five at most', async () => {
    broker.on(produce, () => 'silence');
    await open({ maxMessageBytes: () => 1_000, requestTimeoutMs: 200 });
    writer.begin();
    for (let i = 0; i < 9; i++) writer.add('out', 0, 1, null, Buffer.alloc(800));
    await expect(writer.commit(null)).rejects.toThrow(WriterPoisoned);
    expect(batches().map(({ records }) => records.readInt32BE(53))).toEqual([0, 1, 2, 3, 4]);
  });

  test('of records without a key go to the partitions in turn, over transactions too', async () => {
    await open();
    const none = Int32Array.from([-1]);
    const ranges = {
      bytes: VALUE,
      count: 1,
      timestamps: Float64Array.from([1]),
      ...{ keyStart: none, keyEnd: none, valueStart: Int32Array.from([0]), valueEnd: Int32Array.from([1]) },
    };
    for (let i = 0; i < 4; i++) {
      writer.begin();
      writer.addAll('out', 3, ranges);
      await writer.commit(null);
    }
    expect(batches().map(({ partition }) => partition)).toEqual([0, 1, 2, 0]);
  });
});

describe('an abort', () => {
  test('ends what was sent, and the writer goes on with the next transaction', async () => {
    await open({ maxMessageBytes: () => 1_000 });
    writer.begin();
    for (let i = 0; i < 3; i++) writer.add('out', 0, 1, null, Buffer.alloc(800));
    await writer.flushPart();
    await writer.abort();
    expect(broker.bodies(endTxn)).toMatchObject([{ committed: false }]);
    await commitOne();
    expect(batches().map(({ records }) => records.readInt32BE(53))).toEqual([0, 1, 2]);
    expect(broker.bodies(endTxn)).toMatchObject([{ committed: false }, { committed: true }]);
  });

  test('of what was only gathered sends nothing', async () => {
    await open();
    writer.begin();
    writer.add('out', 0, 1, null, VALUE);
    await writer.abort();
    expect(broker.apis).toEqual(['FindCoordinator', 'InitProducerId']);
  });
});

describe('a missing answer ends the writer, which never ends that transaction [E5]', () => {
  const silent = <R extends Fields>(api: Api<Fields, R>, how: 'silence' | 'hang up') => broker.on(api, () => how);

  test.each([
    { api: produce, how: 'silence', endTxns: 0 },
    { api: produce, how: 'hang up', endTxns: 0 },
    { api: endTxn, how: 'silence', endTxns: 1 },
    { api: endTxn, how: 'hang up', endTxns: 1 },
    { api: txnOffsetCommit, how: 'silence', endTxns: 0 },
    { api: txnOffsetCommit, how: 'hang up', endTxns: 0 },
    { api: addPartitionsToTxn, how: 'hang up', endTxns: 0 },
  ] as const)('$api.name: $how', async ({ api, how, endTxns }) => {
    await open({ requestTimeoutMs: 150 });
    silent(api as Api<Fields, Fields>, how);
    const failed = commitOne();
    await expect(failed).rejects.toThrow(WriterPoisoned);
    await expect(failed).rejects.toThrow(
      /^The transaction of tx cannot be ended from here.*Initialise the writer again\.$/,
    );
    expect(() => writer.begin()).toThrow(WriterPoisoned);
    expect(() => writer.add('out', 0, 1, null, VALUE)).toThrow(WriterPoisoned);
    await expect(writer.commit(OFFSETS)).rejects.toThrow(WriterPoisoned);
    await expect(writer.abort()).rejects.toThrow(WriterPoisoned);
    await expect(writer.flushPart()).rejects.toThrow(WriterPoisoned);
    expect(broker.count(endTxn)).toBe(endTxns);
  });

  test('a part that was flushed without an answer, too', async () => {
    await open({ requestTimeoutMs: 150, maxMessageBytes: () => 1_000 });
    silent(produce, 'silence');
    writer.begin();
    for (let i = 0; i < 3; i++) writer.add('out', 0, 1, null, Buffer.alloc(800));
    await expect(writer.flushPart()).rejects.toThrow(WriterPoisoned);
    await expect(writer.abort()).rejects.toThrow(WriterPoisoned);
    expect(broker.count(endTxn)).toBe(0);
  });

  test('opening it again raises the epoch', async () => {
    await open({ requestTimeoutMs: 150 });
    broker.on(endTxn, (_, nth) => (nth === 0 ? 'silence' : OK));
    await expect(commitOne()).rejects.toThrow(WriterPoisoned);
    await open();
    await commitOne();
    expect(broker.bodies(endTxn)).toMatchObject([{ producerEpoch: 0 }, { producerEpoch: 1 }]);
  });
});

test('a connection that is lost while nothing is on its way ends nothing: the epoch goes on over a new one [E5]', async () => {
  await open({ maxMessageBytes: () => 1_000 });
  await commitOne();
  await dropConnections();
  writer.begin();
  for (let i = 0; i < 3; i++) writer.add('out', 0, 1, null, Buffer.alloc(800));
  await writer.flushPart();
  await dropConnections();
  await writer.commit(OFFSETS);
  await dropConnections();
  writer.begin();
  writer.add('out', 0, 1, null, VALUE);
  await writer.abort();
  expect(batches().map(({ records }) => records.readInt32BE(53))).toEqual([0, 1, 2, 3]);
  expect(broker.bodies(endTxn)).toMatchObject([{ producerEpoch: 0 }, { producerEpoch: 0 }]);
  expect(broker.count(initProducerId)).toBe(1);
});

test('a writer that was closed stays closed', async () => {
  await open();
  writer.begin();
  writer.add('out', 0, 1, null, VALUE);
  writer.close();
  await expect(writer.commit(null)).rejects.toThrow(/it was closed\. Initialise the writer again/);
  expect(broker.apis).toEqual(['FindCoordinator', 'InitProducerId']);
});

/** The writer has noticed when another connection, made later, has been opened and closed. */
async function dropConnections(): Promise<void> {
  broker.dropConnections();
  (await Connection.open({ address: broker.address })).close();
}

describe('a refusal', () => {
  const refuse: Readonly<Record<string, (code: number) => void>> = {
    Produce: (code) => broker.on(produce, ({ topics }) => producedWith(topics, code)),
    AddPartitionsToTxn: (code) =>
      broker.on(addPartitionsToTxn, ({ topics }) => ({
        throttleTimeMs: 0,
        topics: withErrorCodes(
          topics.map(({ name, partitions }) => ({ name, partitions: partitions.map((index) => ({ index })) })),
          code,
        ),
      })),
    AddOffsetsToTxn: (code) => broker.on(addOffsetsToTxn, () => ({ ...OK, errorCode: code })),
    TxnOffsetCommit: (code) =>
      broker.on(txnOffsetCommit, ({ topics }) => ({ throttleTimeMs: 0, topics: withErrorCodes(topics, code) })),
    EndTxn: (code) => broker.on(endTxn, () => ({ ...OK, errorCode: code })),
  };
  const fencing = [ERRORS.PRODUCER_FENCED, ERRORS.INVALID_PRODUCER_EPOCH];

  test.each(Object.keys(refuse).flatMap((api) => fencing.map((code) => [api, code] as const)))(
    'by %s with code %i is fencing, and says which id [E3]',
    async (api, code) => {
      await open({ transactionTimeoutMs: 5_000 });
      refuse[api]?.(code);
      const failed = commitOne();
      await expect(failed).rejects.toThrow(ProducerFenced);
      await expect(failed).rejects.toThrow(/id tx was taken over: another instance of this pipeline runs.*5000 ms/);
      expect(() => writer.begin()).toThrow(ProducerFenced);
      expect(broker.count(endTxn)).toBe(api === 'EndTxn' ? 1 : 0);
    },
  );

  test('of a batch names topic, partition and error, and ends the writer', async () => {
    await open();
    refuse['Produce']?.(ERRORS.MESSAGE_TOO_LARGE);
    const error = await commitOne().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KafkaError);
    expect(error).toMatchObject({
      api: 'Produce',
      code: 10,
      errorName: 'MESSAGE_TOO_LARGE',
      topic: 'out',
      partition: 0,
    });
    expect(() => writer.begin()).toThrow(WriterPoisoned);
    await expect(writer.abort()).rejects.toThrow(WriterPoisoned);
    expect(broker.count(endTxn)).toBe(0);
  });

  test('of one half does not wait for the other half, and nothing is sent after it', async () => {
    await open();
    refuse['TxnOffsetCommit']?.(ERRORS.COORDINATOR_LOAD_IN_PROGRESS);
    refuse['Produce']?.(ERRORS.INVALID_RECORD);
    await expect(commitOne()).rejects.toThrow(/INVALID_RECORD/);
    await open();
    const sent = broker.count(txnOffsetCommit);
    await open();
    expect(broker.count(txnOffsetCommit)).toBe(sent);
  });

  test('of a topic that does not exist says so', async () => {
    await open();
    refuse['AddPartitionsToTxn']?.(ERRORS.UNKNOWN_TOPIC_OR_PARTITION);
    await expect(commitOne()).rejects.toThrow(UnknownTopic);
  });
});

describe('opening', () => {
  test.each([ERRORS.CONCURRENT_TRANSACTIONS, ERRORS.COORDINATOR_LOAD_IN_PROGRESS, ERRORS.NOT_COORDINATOR])(
    'waits for code %i to pass',
    async (code) => {
      const ready: MessageOf<typeof initProducerId.response> = { ...OK, producerId: 5n, producerEpoch: 1 };
      broker.on(initProducerId, (_, nth) => (nth < 3 ? { ...ready, errorCode: code } : ready));
      await open();
      expect(broker.count(initProducerId)).toBe(4);
    },
  );

  test("with a time-out beyond the broker's says which setting", async () => {
    await open();
    broker.on(initProducerId, () => ({
      ...{ ...OK, producerId: -1n, producerEpoch: -1, errorCode: ERRORS.INVALID_TRANSACTION_TIMEOUT },
    }));
    const opened = open({ transactionTimeoutMs: 3_600_000 });
    await expect(opened).rejects.toThrow(
      /time-out 3600000 ms.*INVALID_TRANSACTION_TIMEOUT.*transaction\.max\.timeout\.ms/,
    );
  });

  test('where another broker coordinates is refused with its address', async () => {
    await open();
    broker.on(findCoordinator, () => ({ ...OK, errorMessage: null, nodeId: 2, host: 'kafka-2', port: 9092 }));
    broker.on(metadata, () => {
      const cluster = broker.cluster([]);
      return { ...cluster, brokers: [...cluster.brokers, { nodeId: 2, host: 'kafka-2', port: 9092, rack: null }] };
    });
    await expect(open()).rejects.toThrow(OtherBroker);
    await expect(open()).rejects.toThrow(/transactional id tx is led by broker 2 at kafka-2:9092; this version/);
  });
});

test('a topic that another broker leads is refused before anything is sent to it', async () => {
  await open();
  broker.on(metadata, ({ topics }) => {
    const cluster = broker.cluster(namesOf(topics));
    const brokers = [...cluster.brokers, { nodeId: 2, host: 'kafka-2', port: 9092, rack: null }];
    const led = cluster.topics.map((topic) => ({
      ...topic,
      partitions: topic.partitions.map((one) => ({ ...one, leaderId: 2 })),
    }));
    return { ...cluster, brokers, topics: led };
  });
  writer.begin();
  writer.add('out', 0, 1, null, VALUE);
  await expect(writer.commit(null)).rejects.toThrow(/Partition 0 of out is led by broker 2 at kafka-2:9092/);
  expect(broker.count(addPartitionsToTxn)).toBe(0);
});

test('a record beyond the limit is refused before anything is sent, with both numbers (KAFKA-8350)', async () => {
  await open({ maxMessageBytes: () => 1_000 });
  writer.begin();
  writer.add('out', 0, 1, null, Buffer.alloc(930));
  expect(() => writer.add('out', 0, 1, null, Buffer.alloc(931))).toThrow(
    /batch of 1001 bytes, and the topic takes 1000/,
  );
  await writer.commit(null);
  expect(batches().map(({ records }) => records.length)).toEqual([1000]);
});
