import { type DownMessage, downMessageSchema, type Gauges, LIVE_LIMITS, type PipelineSummary } from '@millrace/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveClient } from './live-client.ts';
import { LiveHub } from './live-hub.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const GAUGES: Gauges = {
  epoch: 'e',
  cut: 1,
  atMs: 0,
  tasks: [],
  nodes: [],
  counters: {},
  watermarks: {},
  sources: {},
  windows: {},
  commits: 0,
  lastCommitMs: 0,
};
const COLUMNS = [{ name: 'text', type: 'STRING' }];

function summary(name: string, state: PipelineSummary['run']['state'] = 'stopped'): PipelineSummary {
  const run = { state, revision: null, revisionVersion: null, sinceMs: null, failure: null, question: null };
  return { name, file: `/p/${name}.pipeline.json`, id: null, version: 'v', layoutVersion: null, errors: 0, run };
}

/** A hub with the pipeline `shop`, and a client whose frames are checked against the schema. */
function connect(pipelines: readonly PipelineSummary[] = [summary('shop')]) {
  const state = { cut: 0, reads: 0 };
  const hub = new LiveHub({
    kafka: 'k:1',
    summaries: () => pipelines,
    has: (name) => pipelines.some((one) => one.name === name),
    gauges: () => {
      state.reads += 1;
      return { ...GAUGES, cut: state.cut };
    },
  });
  const frames: DownMessage[] = [];
  const sizes: number[] = [];
  const closed: number[] = [];
  const client = new LiveClient(
    {
      send: (bytes) => {
        sizes.push(bytes.length);
        frames.push(downMessageSchema.parse(JSON.parse(Buffer.from(bytes).toString())));
      },
      close: (code) => closed.push(code),
    },
    hub,
    'life',
  );
  const say = (message: unknown) => client.receive(JSON.stringify(message));
  const subscribe = (subscription: number, channel: unknown) => say({ type: 'subscribe', subscription, channel });
  const publish = (cut: number) => {
    state.cut = cut;
    hub.gaugesChanged('shop');
  };
  return { state, hub, frames, sizes, closed, client, say, subscribe, publish };
}

const gaugesOf = { kind: 'gauges', pipeline: 'shop' };
const rowsOf = { kind: 'rows', pipeline: 'shop', node: 'view', after: null };

test('hello comes first, then the present value of each subscription', () => {
  const { frames, subscribe } = connect();
  subscribe(1, { kind: 'service' });
  subscribe(2, gaugesOf);
  expect(frames).toMatchObject([
    { type: 'hello', frame: 1, version: 1, service: 'life' },
    { type: 'service', frame: 2, subscription: 1, kafka: 'k:1', pipelines: [{ name: 'shop' }], total: 1 },
    { type: 'gauges', frame: 3, subscription: 2 },
  ]);
});

test('gauges leave at once, then one frame per 100 ms with the newest only [V2]', () => {
  const { frames, subscribe, publish, state } = connect();
  subscribe(1, gaugesOf);
  const cuts = () => frames.flatMap((frame) => (frame.type === 'gauges' ? [frame.gauges?.cut] : []));
  for (const cut of [1, 2, 3]) publish(cut);
  expect(cuts()).toEqual([0, 1]);
  vi.advanceTimersByTime(99);
  expect(cuts()).toEqual([0, 1]);
  vi.advanceTimersByTime(1);
  expect(cuts()).toEqual([0, 1, 3]);
  vi.advanceTimersByTime(1_000);
  expect(cuts()).toEqual([0, 1, 3]);
  publish(4);
  expect(cuts()).toEqual([0, 1, 3, 4]);
  expect(state.reads).toBe(4);
});

test('a value is serialised once for all clients', () => {
  const { hub, state, subscribe, publish } = connect();
  subscribe(1, gaugesOf);
  const others = Array.from({ length: 20 }, () => {
    const client = new LiveClient({ send: () => {}, close: () => {} }, hub, 'life');
    client.receive(JSON.stringify({ type: 'subscribe', subscription: 1, channel: gaugesOf }));
    return client;
  });
  expect(state.reads).toBe(1);
  publish(1);
  expect(state.reads).toBe(2);
  for (const client of others) client.close();
});

test('a client that acknowledges nothing is sent a bounded number of bytes; then the newest and every row [V2]', () => {
  const { hub, frames, sizes, client, say, subscribe, publish } = connect();
  subscribe(1, gaugesOf);
  subscribe(2, rowsOf);
  const ring = hub.ring('shop', 'view', COLUMNS);
  for (let i = 0; i < 500; i++) {
    ring.append(
      'e',
      i * 10,
      Array.from({ length: 10 }, (_, n) => [`${i * 10 + n} ${'x'.repeat(1_000)}`]),
    );
    publish(i);
    vi.advanceTimersByTime(100);
  }
  expect(client.bytesInFlight).toBeLessThanOrEqual(LIVE_LIMITS.bytesInFlight);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(client.bytesInFlight);
  const stalled = frames.length;
  while (client.bytesInFlight > 0) say({ type: 'ack', frame: frames.length });
  const later = frames.slice(stalled).flatMap((frame) => (frame.type === 'gauges' ? [frame.gauges?.cut] : []));
  expect(later).toEqual([499]);
  const rows = frames.flatMap((frame) => (frame.type === 'rows' ? [frame.rows] : []));
  expect(rows.every(({ skipped }) => skipped === 0)).toBe(true);
  expect(rows.flatMap(({ values }) => values[0] ?? []).map((text) => Number.parseInt(String(text), 10))).toEqual(
    Array.from({ length: 5_000 }, (_, n) => n),
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LIVE_LIMITS.frameBytes);
});

test('a client that comes back goes on after the position that it names', () => {
  const { hub, frames, subscribe } = connect();
  hub.ring('shop', 'view', COLUMNS).append('e', 0, [['a'], ['b'], ['c']]);
  subscribe(1, { ...rowsOf, after: { epoch: 'e', sequence: 0 } });
  expect(frames[1]).toMatchObject({ type: 'rows', rows: { first: 1, skipped: 0, values: [['b', 'c']] } });
});

test('dead letters are a ring of their own, and a subscription waits for its ring', () => {
  const { hub, frames, subscribe } = connect();
  subscribe(1, { kind: 'dead-letters', pipeline: 'shop', after: null });
  hub.ring('shop', null, COLUMNS).append('e', 0, [['dead']]);
  expect(frames[1]).toMatchObject({ type: 'rows', subscription: 1, rows: { values: [['dead']] } });
});

test('with new columns a view begins a new ring, and who is subscribed goes on there', () => {
  const { hub, frames, subscribe } = connect();
  subscribe(1, rowsOf);
  hub.ring('shop', 'view', COLUMNS).append('e1', 0, [['a']]);
  const other = [{ name: 'n', type: 'INT' }];
  vi.advanceTimersByTime(100);
  hub.ring('shop', 'view', other).append('e2', 0, [[1]]);
  vi.advanceTimersByTime(100);
  expect(frames[2]).toMatchObject({ rows: { epoch: 'e2', columns: other, values: [[1]] } });
});

test('rings of a pipeline that has gone are let go with their rows, and who is subscribed gets those of the next', () => {
  const pipelines = [summary('shop'), summary('bids')];
  const { hub, frames, subscribe } = connect(pipelines);
  hub.ring('bids', 'view', COLUMNS).append('e1', 0, [['kept']]);
  hub.ring('shop', 'view', COLUMNS).append('e1', 0, [['a']]);
  pipelines.splice(0, 1);
  hub.dropRings();
  pipelines.push(summary('shop'));
  subscribe(1, rowsOf);
  vi.advanceTimersByTime(200);
  expect(frames.length).toBe(1);
  hub.ring('shop', 'view', COLUMNS).append('e2', 0, [['b']]);
  expect(frames[1]).toMatchObject({ rows: { epoch: 'e2', values: [['b']] } });
  subscribe(2, { ...rowsOf, pipeline: 'bids' });
  expect(frames[2]).toMatchObject({ rows: { epoch: 'e1', values: [['kept']] } });
});

test.each<readonly [string, readonly unknown[], RegExp]>([
  ['no JSON', ['{'], /no message/],
  ['an unknown message', [{ type: 'x' }], /no message/],
  [
    'a number twice',
    [0, 0].map(() => ({ type: 'subscribe', subscription: 1, channel: { kind: 'service' } })),
    /is taken/,
  ],
  [
    'a pipeline that is not there',
    [{ type: 'subscribe', subscription: 1, channel: { kind: 'gauges', pipeline: 'x' } }],
    /no pipeline x/,
  ],
  [
    'a ninth subscription',
    Array.from({ length: 9 }, (_, n) => ({ type: 'subscribe', subscription: n, channel: { kind: 'service' } })),
    /at most 8/,
  ],
])('%s is refused and the connection goes on', (_, messages, expected) => {
  const { frames, client, subscribe, closed } = connect();
  for (const message of messages) client.receive(typeof message === 'string' ? message : JSON.stringify(message));
  expect(frames.at(-1)).toMatchObject({ type: 'refused', message: expect.stringMatching(expected) });
  client.receive(JSON.stringify({ type: 'unsubscribe', subscription: 1 }));
  subscribe(1, { kind: 'service' });
  expect(frames.at(-1)).toMatchObject({ type: 'service', subscription: 1 });
  expect(closed).toEqual([]);
});

test('a client that only makes mistakes is sent away', () => {
  const { client, closed } = connect();
  for (let i = 0; i < 10_000 && closed.length === 0; i++) client.receive('nonsense');
  expect(closed).toEqual([1008]);
  expect(client.bytesInFlight).toBeLessThanOrEqual(LIVE_LIMITS.bytesInFlight);
});

test('an acknowledgement of a frame that was not sent ends the connection', () => {
  const { say, closed } = connect();
  say({ type: 'ack', frame: 2 });
  expect(closed).toEqual([1008]);
});

test('after unsubscribe and after the end nothing comes any more', () => {
  const { hub, frames, say, subscribe, publish, client } = connect();
  subscribe(1, gaugesOf);
  say({ type: 'unsubscribe', subscription: 1 });
  publish(1);
  subscribe(2, rowsOf);
  client.close();
  hub.ring('shop', 'view', COLUMNS).append('e', 0, [['a']]);
  vi.advanceTimersByTime(200);
  expect(frames.map(({ type }) => type)).toEqual(['hello', 'gauges']);
});

test('gauges and lists that are too large for a frame keep their sums', () => {
  const pipelines = Array.from({ length: 400 }, (_, n) => summary(`p${n}`, n === 399 ? 'running' : 'stopped'));
  const { hub, frames, sizes, subscribe } = connect(pipelines);
  subscribe(1, { kind: 'service' });
  const list = frames[1];
  expect(list).toMatchObject({ total: 400 });
  if (list?.type !== 'service') throw new Error('a list was expected');
  expect(list.pipelines.length).toBeGreaterThan(150);
  expect(list.pipelines[0]?.name).toBe('p399');
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LIVE_LIMITS.frameBytes);
  hub.close();
});
