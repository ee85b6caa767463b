import net from 'node:net';
import { apiVersions, endTxn, findCoordinator, metadata, WireError } from '@millrace/kafka-wire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstReachable } from './broker-address.ts';
import { Connection } from './connection.ts';
import { BrokerUnreachable, ConnectionLost, RequestTimedOut, UnsupportedBroker } from './errors.ts';
import { FakeBroker } from './testing/fake-broker.ts';

const FIND = { key: 'g', keyType: 0 } as const;

describe('a connection', () => {
  let broker: FakeBroker;
  beforeEach(async () => {
    broker = await FakeBroker.start();
  });
  afterEach(() => broker.close());

  test.each([1, 2, 3, 5, 1000])('assembles answers that come %i bytes at a time', async (chunkBytes) => {
    broker.chunkBytes = chunkBytes;
    const connection = await Connection.open({ address: broker.address });
    const answers = await Promise.all([1, 2, 3].map(() => connection.request(findCoordinator, 1, FIND)));
    expect(answers.map(({ port }) => port)).toEqual(new Array(3).fill(broker.address.port));
    connection.close();
  });

  test('that is not answered in time closes and rejects everything in flight', async () => {
    broker.on(findCoordinator, () => 'silence');
    const connection = await Connection.open({ address: broker.address });
    const patient = connection.request(findCoordinator, 1, FIND, 60_000);
    const hasty = connection.request(findCoordinator, 1, FIND, 50);
    await expect(hasty).rejects.toThrow(/did not answer FindCoordinator within 50 ms/);
    await expect(patient).rejects.toThrow(RequestTimedOut);
    await expect(connection.request(findCoordinator, 1, FIND)).rejects.toThrow(RequestTimedOut);
  });

  test('that is lost rejects everything in flight and everything after it', async () => {
    broker.on(findCoordinator, (_, nth) => (nth === 0 ? 'silence' : 'hang up'));
    const connection = await Connection.open({ address: broker.address });
    const both = [connection.request(findCoordinator, 1, FIND), connection.request(findCoordinator, 1, FIND)];
    for (const one of both) await expect(one).rejects.toThrow(ConnectionLost);
    await expect(connection.request(findCoordinator, 1, FIND)).rejects.toThrow(/was lost/);
  });

  test('tells a probe before each request and after each answer', async () => {
    const told: string[] = [];
    const connection = await Connection.open({
      address: broker.address,
      probe: (moment, api) => told.push(`${moment} ${api}`),
    });
    await connection.request(findCoordinator, 1, FIND);
    connection.close();
    const apis = ['ApiVersions', 'FindCoordinator'];
    expect(told).toEqual(apis.flatMap((api) => [`before ${api}`, `after ${api}`]));
  });

  test('refuses a request that the broker does not take, by name and versions', async () => {
    broker.on(apiVersions, () => ({
      errorCode: 0,
      throttleTimeMs: 0,
      apiKeys: [{ apiKey: metadata.key, minVersion: 9, maxVersion: 13 }],
    }));
    const connection = await Connection.open({ address: broker.address });
    const body = { topics: [], allowAutoTopicCreation: false } as const;
    const more = { includeClusterAuthorizedOperations: false, includeTopicAuthorizedOperations: false };
    const asked = connection.request(metadata, 5, { ...body, ...more });
    await expect(asked).rejects.toThrow(/does not take Metadata in version 5 \(it takes 9 to 13\)/);
    const ended = connection.request(endTxn, 1, {
      ...{ transactionalId: 'x', producerId: 1n, producerEpoch: 0, committed: true },
    });
    await expect(ended).rejects.toThrow(UnsupportedBroker);
    connection.close();
  });
});

describe('what answers is not Kafka', () => {
  let server: net.Server;
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  async function answering(bytes: Buffer) {
    server = net.createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => socket.end(bytes));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port };
  }

  const frame = (...words: number[]) => {
    const bytes = Buffer.alloc(words.length * 4);
    for (const [i, word] of words.entries()) bytes.writeInt32BE(word, i * 4);
    return bytes;
  };

  test.each([
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), /1213486160 bytes was announced/],
    ['a negative length', frame(-1), /-1 bytes was announced/],
    ['a length below a correlation id', frame(2), /2 bytes was announced/],
    ['2 GB', frame(0x7fffffff), /2147483647 bytes was announced/],
    ['an answer to nothing', frame(4, 99), /answered request 99/],
    ['an answer that is torn', frame(4, 0), /bytes are announced/],
    ['the end', Buffer.alloc(0), /the broker closed it/],
  ])('%s', async (_, bytes, message) => {
    const address = await answering(bytes);
    const error = await Connection.open({ address }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BrokerUnreachable);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).toMatch(/set KAFKA_BROKERS/);
    const { cause } = error as Error;
    expect(cause instanceof WireError || cause instanceof ConnectionLost).toBe(true);
  });
});

describe('a broker that is not there', () => {
  async function closedPort(): Promise<number> {
    const broker = await FakeBroker.start();
    const { port } = broker.address;
    await broker.close();
    return port;
  }

  test.each(['127.0.0.1', 'localhost'])('is named with the cause and what to do: %s', async (host) => {
    const port = await closedPort();
    const opened = Connection.open({ address: { host, port } });
    await expect(opened).rejects.toThrow(
      new RegExp(`^There is no Kafka at ${host}:${port} \\(.*ECONNREFUSED.*\\)\\. Start Kafka, or set KAFKA_BROKERS`),
    );
  });

  test('is passed over where another one is', async () => {
    const broker = await FakeBroker.start();
    const gone = { host: '127.0.0.1', port: await closedPort() };
    expect(await firstReachable([gone, broker.address])).toEqual(broker.address);
    await broker.close();
    await expect(firstReachable([gone])).rejects.toThrow(BrokerUnreachable);
  });
});
