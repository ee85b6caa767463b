import { apiVersions, ERRORS, listOffsets, produce } from '@millrace/kafka-wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Call } from '../handlers/handler.ts';
import { makeBatch } from '../log/testing/make-batch.ts';
import { RawClient, requestBytes } from './testing/raw-client.ts';
import { openTestBroker, type TestBroker } from './testing/test-broker.ts';
import { produced, TopicClient } from './testing/topic-client.ts';

let under: TestBroker;
let client: TopicClient;

beforeEach(async () => {
  under = await openTestBroker();
  client = await TopicClient.open(under.port);
});

afterEach(async () => {
  await client.raw.end();
  await under.end();
});

const ANSWER = {
  topics: [
    {
      name: 'good',
      partitions: [{ index: 0, errorCode: ERRORS.NOT_LEADER_OR_FOLLOWER, baseOffset: -1, logAppendTimeMs: -1 }],
    },
  ],
  throttleTimeMs: 0,
};

test('a dropped request closes its connection, is not carried out, and harms no other API', async () => {
  under.broker.intercept(produce.key, () => 'drop');
  const dropped = await RawClient.open(under.port);
  dropped.send(requestBytes(produce, produced('good', makeBatch())));
  expect(await dropped.frame()).toBeNull();
  expect(under.lines).toEqual([`warn The connection of ${dropped.place} was closed: An intercept dropped Produce.`]);
  expect((await client.fetchFrom(0)).highWatermark).toBe(0);
});

test.each([3, 8, 9])(
  'a response in place of the handler is sent in the version that was asked (%i)',
  async (version) => {
    under.broker.intercept(produce.key, () => ANSWER);
    const told = await client.raw.ask(produce, produced('good', makeBatch()), version);
    expect(told.topics[0]?.partitions[0]?.errorCode).toBe(ERRORS.NOT_LEADER_OR_FOLLOWER);
    expect((await client.fetchFrom(0)).highWatermark).toBe(0);
  },
);

test('undefined lets a request pass; the intercept has seen it, and who sent it', async () => {
  const seen: { readonly request: unknown; readonly call: Call }[] = [];
  under.broker.intercept(produce.key, (request, call) => {
    seen.push({ request, call });
    return undefined;
  });
  await client.works();
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    request: { acks: -1, topics: [{ name: 'good' }] },
    call: { apiKey: produce.key, version: 9, clientId: 'raw', client: client.raw.place },
  });
});

test('one of two APIs is intercepted until null takes that away', async () => {
  under.broker.intercept(produce.key, () => ANSWER);
  under.broker.intercept(listOffsets.key, () => 'drop');
  expect((await client.raw.ask(apiVersions, {}, 0)).errorCode).toBe(ERRORS.NONE);
  await expect(client.put('refused')).rejects.toThrow(`${ERRORS.NOT_LEADER_OR_FOLLOWER}`);
  under.broker.intercept(produce.key, null);
  await client.works();
  const other = await RawClient.open(under.port);
  const asked = { replicaId: -1, topics: [] };
  await expect(other.ask(listOffsets, asked)).rejects.toThrow('was closed');
});

test('an error of its own closes the connection with one line, whatever the error says', async () => {
  under.broker.intercept(produce.key, () => {
    throw new Error(`first\nsecond ${'x'.repeat(100_000)}`);
  });
  await expect(client.put('x')).rejects.toThrow('was closed');
  expect(under.lines).toEqual([expect.stringContaining('was closed: first\uFFFDsecond xxx')]);
  expect(under.lines[0]?.length).toBeLessThan(600);
});

test('a response that is none closes the connection with the reason', async () => {
  under.broker.intercept(produce.key, () => ({ topics: 7 }));
  await expect(client.put('x')).rejects.toThrow('was closed');
  expect(under.lines).toEqual([expect.stringContaining(`The connection of ${client.raw.place} was closed`)]);
});
