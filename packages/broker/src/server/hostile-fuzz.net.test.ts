import { APIS, type Fields, fetch, joinGroup, produce, type SentOf, syncGroup } from '@millrace/kafka-wire';
import { anyMessage } from '@millrace/kafka-wire/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { framed, RawClient, requestBytes } from './testing/raw-client.ts';
import { openTestBroker, type TestBroker } from './testing/test-broker.ts';
import { TopicClient } from './testing/topic-client.ts';

const SEED = Number(process.env['MILLRACE_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS_PER_API = Number(process.env['MILLRACE_FUZZ_RUNS'] ?? 24);
const MOST_ANSWER_MS = 5_000;
/** Requests that a broker may leave unanswered until their client goes. */
const MAY_WAIT: readonly number[] = [fetch.key, joinGroup.key, syncGroup.key, produce.key];

const KNOWN = 'known';
/** What a mistake of our own sounds like. */
const BUG = /TypeError|Cannot read|is not a function|undefined|Maximum call stack|out of range/;

let under: TestBroker;
let good: TopicClient;

beforeAll(async () => {
  const settings = { 'millrace.max.partitions': '60', 'socket.request.max.bytes': '100000' };
  under = await openTestBroker({ settings });
  good = await TopicClient.open(under.port);
  await (await TopicClient.open(under.port, KNOWN)).raw.end();
});

afterAll(async () => {
  await good.raw.end();
  await under.end();
});

/**
 * Sends bytes and says that no more will come. The connection ends; where no answer came, the broker said why, in one line, or
 * `mayWait` explains it.
 */
async function holds(bytes: Uint8Array, mayWait: boolean): Promise<void> {
  const client = await RawClient.open(under.port);
  const before = under.lines.length;
  client.socket.end(bytes);
  const from = performance.now();
  await client.closed;
  expect(performance.now() - from).toBeLessThan(MOST_ANSWER_MS);
  const lines = under.lines.slice(before).filter((line) => line.includes(`${client.place} `));
  expect(lines.length).toBeLessThanOrEqual(1);
  expect(lines.join()).not.toMatch(BUG);
  if (client.receivedBytes === 0 && !mayWait) expect(lines).toHaveLength(1);
}

/** What a request is damaged by: a byte at a place, an end that comes early, a length of 2 or 4 bytes, or a varint, that lies. */
const DAMAGE = fc.oneof(
  fc.record({ kind: fc.constant('flip'), at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 1 }) }),
  fc.record({ kind: fc.constant('cut'), at: fc.nat(), bytes: fc.constant(new Uint8Array()) }),
  fc.record({
    kind: fc.constant('put'),
    at: fc.nat(),
    bytes: fc.constantFrom(
      Uint8Array.of(127, 255, 255, 255),
      Uint8Array.of(255, 255, 255, 255),
      Uint8Array.of(127, 255),
      Uint8Array.of(255, 255),
      Uint8Array.of(255, 255, 255, 255, 15),
      Uint8Array.of(128, 128, 128, 128, 128, 128),
      Uint8Array.of(0, 0, 0, 0),
    ),
  }),
);
type Damage = typeof DAMAGE extends fc.Arbitrary<infer D> ? D : never;

const HEADER_BYTES = 8;

function damaged(payload: Buffer, damages: readonly Damage[]): Buffer {
  return damages.reduce((bytes, { kind, at, bytes: by }) => {
    const place = HEADER_BYTES + (at % Math.max(1, bytes.length - HEADER_BYTES));
    if (kind === 'cut') return bytes.subarray(0, place);
    const next = Buffer.from(bytes);
    next.set(by.subarray(0, bytes.length - place), place);
    return next;
  }, payload);
}

/** Random messages name nothing that is there; with names of things that are there more of the broker is reached. */
function withKnownNames(value: unknown, random: () => number): unknown {
  if (typeof value === 'string' && value.length < 30) return random() < 0.7 ? KNOWN : value;
  if (Array.isArray(value)) return value.map((one) => withKnownNames(one, random));
  if (typeof value === 'number' && Math.abs(value) > 1000) return random() < 0.7 ? Math.floor(random() * 4) - 1 : value;
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withKnownNames(one, random)]));
}

test.each(APIS.map((api) => [api.name, api] as const))(
  `a random %s, whole or damaged, is answered or closes its connection (seed ${SEED})`,
  async (_name, api) => {
    const [oldest, newest] = api.versions;
    const versions = fc.integer({ min: oldest, max: newest });
    const requests = versions.chain((version) =>
      fc.record({
        version: fc.constant(version),
        body: anyMessage(api.request, version),
        isKnown: fc.boolean(),
        salt: fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        damages: fc.array(DAMAGE, { maxLength: 2 }),
      }),
    );
    for (const { version, body, isKnown, salt, damages } of fc.sample(requests, {
      seed: SEED,
      numRuns: RUNS_PER_API,
    })) {
      const random = () => salt.next().value as number;
      const sent = isKnown ? withKnownNames(body, random) : body;
      const payload = requestBytes(api, sent as SentOf<Fields>, version).subarray(4);
      await holds(framed(damaged(payload, damages)), MAY_WAIT.includes(api.key));
    }
    await good.works();
  },
);

test(`hundreds of frames of random bytes are answered or close their connection (seed ${SEED})`, async () => {
  const payloads = fc.uint8Array({ minLength: 1, maxLength: 300 });
  for (const [i, payload] of fc.sample(payloads, { seed: SEED, numRuns: 400 }).entries()) {
    await holds(i % 4 === 0 ? payload : framed(payload), true);
    if (i % 50 === 0) await good.works();
  }
  await good.works();
});
