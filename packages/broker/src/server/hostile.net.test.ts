import { gzipSync } from 'node:zlib';
import {
  apiVersions,
  BATCH_HEADER_BYTES,
  createTopics,
  ERRORS,
  fetch,
  listOffsets,
  metadata,
  produce,
} from '@millrace/kafka-wire';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WaitingFetches } from '../handlers/waiting-fetches.ts';
import { changed, makeBatch } from '../log/testing/make-batch.ts';
import { framed, RawClient, requestBytes } from './testing/raw-client.ts';
import { openTestBroker, type TestBroker } from './testing/test-broker.ts';
import { fetched, produced, TopicClient } from './testing/topic-client.ts';

const MOST_FRAME_BYTES = 12_000_000;
const MOST_PENDING_BYTES = 16_000_000;
const MOST_CONNECTIONS = 8;
const SETTINGS = {
  'socket.request.max.bytes': `${MOST_FRAME_BYTES}`,
  'queued.max.request.bytes': `${MOST_PENDING_BYTES}`,
  'max.connections': `${MOST_CONNECTIONS}`,
  'millrace.max.partitions': '20',
  'fetch.max.bytes': '2000000',
};

let under: TestBroker;
let good: TopicClient;

beforeEach(async () => {
  under = await openTestBroker({ settings: SETTINGS });
  good = await TopicClient.open(under.port);
});

afterEach(async () => {
  await good.works();
  await good.raw.end();
  await under.end();
});

/** The broker's lines on a client. */
function linesOn(client: string): string[] {
  return under.lines.filter((line) => line.includes(client));
}

/** The connection ends with one line that names the client and the reason; the other client goes on meanwhile. */
async function expectClosed(client: RawClient, reason: RegExp): Promise<void> {
  const { place } = client;
  await good.works();
  expect(await client.frame()).toBeNull();
  await client.closed;
  expect(linesOn(place)).toEqual([expect.stringMatching(`^warn The connection of ${place} was closed: `)]);
  expect(linesOn(place)[0]).toMatch(reason);
  expect(linesOn(place)[0]?.length).toBeLessThan(600);
}

function header(key: number, version: number): Buffer {
  const bytes = Buffer.alloc(10);
  bytes.writeInt16BE(key, 0);
  bytes.writeInt16BE(version, 2);
  bytes.writeInt16BE(-1, 8);
  return bytes;
}

/** A request of Metadata (version 1) that says how many topics follow, and gives what follows. */
function metadataOf(count: number, topics = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(count);
  return framed(Buffer.concat([header(metadata.key, 1), length, topics]));
}

/** A topic without a name, and bytes enough for the rest of it. */
const NULL_NAMED = Buffer.concat([Buffer.from([0, 0, 0, 1, 255, 255]), Buffer.alloc(20)]);

const LONGEST_INT = 2 ** 31 - 1;

describe('what is no request closes its connection', () => {
  test.each<[name: string, bytes: Buffer, reason: RegExp]>([
    ['a negative length', framed(Buffer.alloc(8), -1), /-1 bytes/],
    ['the least length of 32 bits', framed(Buffer.alloc(8), -LONGEST_INT - 1), /-2147483648 bytes/],
    ['a length of zero', framed(Buffer.alloc(8), 0), /0 bytes/],
    ['a length below a header', framed(Buffer.alloc(7)), /7 bytes/],
    ['a header that is cut off', framed(header(metadata.key, 1).subarray(0, 9)), /announced/],
    ['a length above the limit', framed(Buffer.alloc(8), MOST_FRAME_BYTES + 1), /12000001 bytes/],
    ['the bytes of another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n'), /1195725856 bytes/],
    ['an API that is not known', framed(header(999, 0)), /API key 999/],
    ['a negative API', framed(header(-1, 0)), /API key -1/],
    ['a version that is too new', framed(header(metadata.key, 99)), /version 99 of Metadata/],
    ['a negative version', framed(header(metadata.key, -1)), /version -1 of Metadata/],
    ['a client id longer than the frame', framed(Buffer.from([0, 3, 0, 1, 0, 0, 0, 0, 127, 255])), /announced/],
    ['the longest array', metadataOf(LONGEST_INT), /2147483647 elements/],
    ['a string longer than the frame', metadataOf(1, Buffer.from([127, 255, 65])), /32767 bytes/],
    ['a null where there must be a string', framed(Buffer.concat([header(createTopics.key, 2), NULL_NAMED])), /null/],
    ['bytes behind the request', metadataOf(0, Buffer.alloc(5)), /5 bytes follow/],
    ['more elements than any request has', metadataOf(3_000_000, Buffer.alloc(6_000_000)), /elements/],
  ])('%s', async (_name, bytes, reason) => {
    const client = await RawClient.open(under.port);
    client.send(bytes);
    await expectClosed(client, reason);
  });

  test('a Produce without acks that is refused, whatever its topic is called', async () => {
    const client = await RawClient.open(under.port);
    client.send(requestBytes(produce, produced('x'.repeat(10_000_000), makeBatch(), null, 0)));
    await expectClosed(client, /without acks was refused/);
  });
});

describe('a well-formed request that cannot be granted is answered', () => {
  test.each([
    ['a name of 10 MB', 'x'.repeat(10_000_000), 1, ERRORS.INVALID_TOPIC_EXCEPTION],
    ['a name that climbs', '../x', 1, ERRORS.INVALID_TOPIC_EXCEPTION],
    ['the name of the folder above', '..', 1, ERRORS.INVALID_TOPIC_EXCEPTION],
    ['a name with an end of text in it', 'a\0b', 1, ERRORS.INVALID_TOPIC_EXCEPTION],
    ['an empty name', '', 1, ERRORS.INVALID_TOPIC_EXCEPTION],
    ['a million partitions', 'many', 1_000_000, ERRORS.INVALID_PARTITIONS],
    ['the most partitions of 32 bits', 'many', LONGEST_INT, ERRORS.INVALID_PARTITIONS],
    ['fewer than no partitions', 'few', -2, ERRORS.INVALID_PARTITIONS],
  ])('CreateTopics with %s', async (_name, name, numPartitions, code) => {
    const client = await RawClient.open(under.port);
    const topic = { name, numPartitions, replicationFactor: 1, assignments: [], configs: [] };
    const { topics } = await client.ask(createTopics, { topics: [topic], timeoutMs: 1, validateOnly: false });
    expect(topics.map(({ errorCode }) => errorCode)).toEqual([code]);
    expect(linesOn(client.place)).toEqual([]);
    await client.end();
  });

  test.each([
    ['a name of 10 MB', 'x'.repeat(10_000_000)],
    ['a name that climbs', '../good'],
  ])('Produce to %s', async (_name, name) => {
    const client = await RawClient.open(under.port);
    const { topics } = await client.ask(produce, produced(name, makeBatch()));
    expect(topics[0]?.partitions[0]?.errorCode).toBe(ERRORS.UNKNOWN_TOPIC_OR_PARTITION);
    await client.end();
  });

  test('Produce to the longest plain name, with its error in a plain string', async () => {
    const client = await RawClient.open(under.port);
    const { topics } = await client.ask(produce, produced('x'.repeat(32_767), makeBatch()), 8);
    expect(topics[0]?.partitions[0]?.errorCode).toBe(ERRORS.UNKNOWN_TOPIC_OR_PARTITION);
    await client.end();
  });

  test('a version of ApiVersions that is not known, in the oldest form', async () => {
    const client = await RawClient.open(under.port);
    client.send(framed(header(apiVersions.key, 99)));
    expect((await client.frame())?.readInt16BE(4)).toBe(ERRORS.UNSUPPORTED_VERSION);
    await client.end();
  });
});

/** More zeros than a batch may decompress to, in few bytes. */
function bomb(): Buffer {
  const plain = makeBatch();
  const batch = Buffer.concat([plain.subarray(0, BATCH_HEADER_BYTES), gzipSync(Buffer.alloc(80_000_000))]);
  batch.writeInt32BE(batch.length - 12, 8);
  return changed(batch, 21, [0, 1]);
}

describe('a batch that lies is refused', () => {
  const at = (position: number, bytes: readonly number[]) => () => {
    const batch = makeBatch();
    batch.set(bytes, position);
    return batch;
  };
  const { CORRUPT_MESSAGE, INVALID_RECORD } = ERRORS;
  test.each<[name: string, batch: () => Buffer, code: number, cleanupPolicy: string]>([
    ['a CRC that is not that of its bytes', at(17, [1, 2, 3, 4]), CORRUPT_MESSAGE, 'delete'],
    ['a changed byte of a record', at(66, [99]), CORRUPT_MESSAGE, 'delete'],
    ['too many records', () => changed(makeBatch(), 57, [0, 0, 0, 9]), INVALID_RECORD, 'delete'],
    ['too many offsets', () => changed(makeBatch(), 23, [127, 255, 255, 255]), INVALID_RECORD, 'delete'],
    ['fewer than no records', () => changed(makeBatch(), 57, [255, 255, 255, 255]), INVALID_RECORD, 'delete'],
    ['a length beyond its end', at(8, [0, 0, 1, 0]), CORRUPT_MESSAGE, 'delete'],
    ['the longest length', at(8, [127, 255, 255, 255]), CORRUPT_MESSAGE, 'delete'],
    ['a negative length', at(8, [255, 255, 255, 255]), CORRUPT_MESSAGE, 'delete'],
    ['a length below a header', at(8, [0, 0, 0, 1]), CORRUPT_MESSAGE, 'delete'],
    ['the magic 0', at(16, [0]), INVALID_RECORD, 'delete'],
    ['the magic 1', at(16, [1]), INVALID_RECORD, 'delete'],
    ['the magic 9', at(16, [9]), CORRUPT_MESSAGE, 'delete'],
    ['a few bytes that are no batch', () => Buffer.from('no batch'), CORRUPT_MESSAGE, 'delete'],
    ['nothing at all', () => Buffer.alloc(0), INVALID_RECORD, 'delete'],
    ['two batches', () => Buffer.concat([makeBatch(), makeBatch()]), INVALID_RECORD, 'delete'],
    ['the flag of a marker', () => changed(makeBatch(), 21, [0, 32]), INVALID_RECORD, 'delete'],
    ['more than it may decompress to', bomb, CORRUPT_MESSAGE, 'compact'],
  ])('%s', async (_name, batch, code, cleanupPolicy) => {
    const client = await TopicClient.open(under.port, 'lied-to', { 'cleanup.policy': cleanupPolicy });
    expect((await client.produce(batch())).errorCode).toBe(code);
    expect((await client.fetchFrom(0)).highWatermark).toBe(0);
    expect(linesOn(client.raw.place)).toEqual([]);
    await client.raw.end();
  });

  test('one that would grow beyond all bounds is stored where nobody opens it, and a lookup by time does not open it', async () => {
    const client = await TopicClient.open(under.port, 'bombed');
    expect((await client.produce(bomb())).errorCode).toBe(ERRORS.NONE);
    const partition = { index: 0, currentLeaderEpoch: -1, timestamp: 1, maxNumOffsets: 1 };
    const topics = [{ name: 'bombed', partitions: [partition] }];
    const answer = await client.raw.ask(listOffsets, { replicaId: -1, isolationLevel: 0, topics });
    expect(answer.topics[0]?.partitions[0]).toMatchObject({ errorCode: expect.any(Number) });
    await client.raw.end();
  });
});

describe('a client that is slow or greedy harms nobody', () => {
  test('half a frame and then silence: the others go on', async () => {
    const client = await RawClient.open(under.port);
    client.send(requestBytes(metadata, { topics: null, allowAutoTopicCreation: false }).subarray(0, 9));
    for (let i = 0; i < 20; i++) await good.works();
    expect(client.isClosed).toBe(false);
    await client.end();
  });

  test('a frame byte by byte is answered', async () => {
    const client = await RawClient.open(under.port);
    for (const byte of requestBytes(apiVersions, {}, 0)) {
      client.send(Buffer.from([byte]));
      await good.works();
    }
    expect((await client.frame())?.readInt32BE(0)).toBe(1);
    await client.end();
  });

  test('thousands of requests at once are answered in their order', async () => {
    const client = await RawClient.open(under.port);
    const count = 5_000;
    const requests = Array.from({ length: count }, (_, i) => requestBytes(apiVersions, {}, 0, i));
    client.send(Buffer.concat(requests));
    await good.works();
    for (let i = 0; i < count; i++) expect((await client.frame())?.readInt32BE(0)).toBe(i);
    await client.end();
  });

  test('requests that wait have no more bytes than all clients together may hold', async () => {
    const clients = await Promise.all([RawClient.open(under.port), RawClient.open(under.port)]);
    for (const client of clients) client.send(framed(Buffer.alloc(9_000_000), MOST_FRAME_BYTES));
    await Promise.race(clients.map(({ closed }) => closed));
    const [gone] = clients.filter(({ isClosed }) => isClosed) as [RawClient];
    await good.works();
    expect(clients.filter(({ isClosed }) => isClosed)).toEqual([gone]);
    expect(under.lines).toEqual([expect.stringMatching(/^warn The connection of .*queued\.max\.request\.bytes/)]);
    await Promise.all(clients.map((client) => client.end()));
  });

  test('a client that asks for much and never reads makes the broker hold one answer', async () => {
    const big = await TopicClient.open(under.port, 'big');
    for (let i = 0; i < 5; i++) await big.put('x'.repeat(1_000_000));
    await big.raw.end();
    const client = await RawClient.open(under.port);
    client.socket.pause();
    const before = heldBytes();
    client.send(
      Buffer.concat(Array.from({ length: 2_000 }, () => requestBytes(fetch, fetched('big', 0, LONGEST_INT)))),
    );
    for (let i = 0; i < 100; i++) await good.works();
    expect(heldBytes() - before).toBeLessThan(30_000_000);
    expect(linesOn(client.place)).toEqual([]);
    await client.end();
  });

  test('a Fetch that names a partition many times is answered once for it, within fetch.max.bytes', async () => {
    const big = await TopicClient.open(under.port, 'big');
    for (let i = 0; i < 5; i++) await big.put('x'.repeat(1_000_000));
    const { topics } = await big.raw.ask(fetch, fetched('big', 0, LONGEST_INT, 50_000));
    expect(topics[0]?.partitions.length).toBe(1);
    expect(topics[0]?.partitions[0]?.records?.length).toBeGreaterThan(1_000_000);
    expect(big.raw.receivedBytes).toBeLessThan(2_100_000);
    await big.raw.end();
  });

  test('a Fetch whose room one batch takes up has nothing of the next partition, and no error', async () => {
    const [first, second] = [await TopicClient.open(under.port, 'first'), await TopicClient.open(under.port, 'second')];
    for (const client of [first, second]) await client.put('x'.repeat(100_000));
    const request = fetched('first', 0, 1);
    const { topics } = await first.raw.ask(fetch, {
      ...request,
      topics: [...request.topics, ...fetched('second', 0, 1).topics],
    });
    const told = topics.map(({ partitions: [partition] }) => [partition?.errorCode, partition?.records?.length]);
    expect(told).toEqual([
      [ERRORS.NONE, expect.any(Number)],
      [ERRORS.NONE, 0],
    ]);
    expect(told[0]?.[1]).toBeGreaterThan(100_000);
    for (const { raw } of [first, second]) await raw.end();
  });

  test('the cost of a CreateTopics does not grow faster than its topics', async () => {
    const client = await RawClient.open(under.port);
    const asked = async (count: number): Promise<number> => {
      const one = { numPartitions: 1, replicationFactor: 1, assignments: [], configs: [] };
      const topics = Array.from({ length: count }, (_, i) => ({ name: `t-${i}`, ...one }));
      const from = performance.now();
      const answer = await client.ask(createTopics, { topics, timeoutMs: 1, validateOnly: true });
      expect(answer.topics.length).toBe(count);
      return performance.now() - from;
    };
    await asked(3_000);
    const few = Math.max(await asked(3_000), await asked(3_000));
    // Ten times as many: measured 6 to 13 times the time, and 23 where each is looked for among the others.
    expect(await asked(30_000)).toBeLessThan(18 * few);
    await client.end();
  });

  test('a Metadata that names a topic many times is answered once for it', async () => {
    const client = await RawClient.open(under.port);
    const topics = Array.from({ length: 100_000 }, () => ({ name: 'good' }));
    const answer = await client.ask(metadata, { topics, allowAutoTopicCreation: false });
    expect(answer.topics.map(({ name }) => name)).toEqual(['good']);
    await client.end();
  });

  test('a lookup by time that names a partition twice is refused the second time', async () => {
    const partition = { index: 0, timestamp: 1 };
    const topics = [{ name: 'good', partitions: [partition, partition] }];
    const answer = await good.raw.ask(listOffsets, { replicaId: -1, isolationLevel: 0, topics });
    const codes = answer.topics[0]?.partitions.map(({ errorCode }) => errorCode);
    expect(codes).toEqual([ERRORS.NONE, ERRORS.INVALID_REQUEST]);
  });

  test('a Fetch that would wait for weeks is forgotten when its client goes', async () => {
    const add = vi.spyOn(WaitingFetches.prototype, 'add');
    const client = await RawClient.open(under.port);
    client.send(requestBytes(fetch, { ...fetched('good', 0), maxWaitMs: LONGEST_INT, minBytes: LONGEST_INT }));
    await expect.poll(() => add.mock.contexts.length).toBe(1);
    const waiting = add.mock.contexts[0] as WaitingFetches;
    add.mockRestore();
    expect(waiting.nextDeadlineMs()).toBeLessThan(Number.POSITIVE_INFINITY);
    await client.end();
    await expect.poll(() => waiting.nextDeadlineMs()).toBe(Number.POSITIVE_INFINITY);
  });

  test('more connections than there may be are refused, and there is room again when one has gone', async () => {
    const clients = await Promise.all(Array.from({ length: MOST_CONNECTIONS - 1 }, () => RawClient.open(under.port)));
    const beyond = await RawClient.open(under.port);
    await beyond.closed;
    expect(under.lines).toEqual([expect.stringContaining('(max.connections)')]);
    expect(under.lines[0]).toContain(beyond.place);
    await clients[0]?.end();
    await good.works();
    await expect.poll(() => answersOne()).toBe(true);
    await Promise.all(clients.map((client) => client.end()));
  });

  async function answersOne(): Promise<boolean> {
    const client = await RawClient.open(under.port);
    client.send(requestBytes(apiVersions, {}, 0));
    const isAnswered = (await client.frame()) !== null;
    await client.end();
    return isAnswered;
  }
});

/** Bytes of buffers in this process, the broker's among them. */
function heldBytes(): number {
  const { arrayBuffers, external } = process.memoryUsage();
  return arrayBuffers + external;
}

describe('a connection without life', () => {
  const idle = { ...SETTINGS, 'connections.max.idle.ms': '300' };

  test('in the middle of a frame is closed, with the reason', async () => {
    const impatient = await openTestBroker({ settings: idle });
    const client = await RawClient.open(impatient.port);
    client.send(requestBytes(apiVersions, {}, 0).subarray(0, 9));
    await client.closed;
    expect(impatient.lines).toEqual([
      expect.stringContaining(`The connection of ${client.place} was closed: nothing came`),
    ]);
    await impatient.end();
  });

  test('between two requests is closed without a word', async () => {
    const impatient = await openTestBroker({ settings: idle });
    const client = await RawClient.open(impatient.port);
    await client.ask(apiVersions, {}, 0);
    await client.closed;
    expect(impatient.lines).toEqual([]);
    await impatient.end();
  });

  test('that waits for its answer is left alone', async () => {
    const impatient = await openTestBroker({ settings: idle });
    const client = await TopicClient.open(impatient.port);
    const answer = await client.raw.ask(fetch, { ...fetched('good', 0), maxWaitMs: 900, minBytes: 1 });
    expect(answer.topics[0]?.partitions[0]?.errorCode).toBe(ERRORS.NONE);
    await impatient.end();
  });
});
