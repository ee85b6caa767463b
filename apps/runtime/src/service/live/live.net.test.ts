import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type DownMessage, LIVE_LIMITS } from '@millrace/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RUNNING_REPORT } from '../../testing/fake-pipelines.ts';
import { LivePage } from '../../testing/live-page.ts';
import { smallDocument } from '../../testing/small-document.ts';
import { makeTestFolder, removeTestFolder, startTestService, type TestService } from '../../testing/test-service.ts';

const COLUMNS = [{ name: 'n', type: 'BIGINT' }];
let root = '';
let under: TestService;
beforeEach(async () => {
  root = makeTestFolder();
  under = await startTestService(root);
});
afterEach(async () => {
  await under.service.close();
  removeTestFolder(root);
});

async function startShop(): Promise<void> {
  await under.call('PUT', '/api/pipelines/shop', { text: smallDocument('shop'), base: null });
  await under.call('POST', '/api/pipelines/shop/start', {});
  await vi.waitFor(() => expect(under.opened.length).toBe(1));
}

function commits(n: number): void {
  const numbers = { cut: n, commits: n, lastCommitMs: 1, windows: {}, sources: [] };
  const job = { counters: { orders: { read: n } }, sources: {}, watermarks: {} };
  under.opened.at(-1)?.report({ type: 'progress', progress: { ...numbers, job } });
}

/** The sequences of all rows that a page was sent. */
function sequencesOf(frames: readonly DownMessage[]): number[] {
  return frames.flatMap((frame) =>
    frame.type === 'rows' ? (frame.rows.values[0] ?? []).map((_, i) => frame.rows.first + i) : [],
  );
}

test.each<readonly [string, (own: string, token: string) => Record<string, string>, RegExp]>([
  ['another origin', (_, token) => ({ origin: 'https://evil.example', authorization: `Bearer ${token}` }), /403/],
  ['no origin', (_, token) => ({ authorization: `Bearer ${token}` }), /403/],
  ['another host', (own, token) => ({ origin: own, authorization: `Bearer ${token}`, host: 'evil.example' }), /403/],
  ['no token', (own) => ({ origin: own }), /401/],
])('a handshake with %s is refused [V3]', async (_, headersOf, status) => {
  const { port, token } = under.service;
  await expect(LivePage.open(port, headersOf(`http://127.0.0.1:${port}`, token))).rejects.toThrow(status);
  expect(under.service.live.clients).toBe(0);
});

test('a handshake to another address leads nowhere', async () => {
  const { port, token } = under.service;
  const lines = ['GET /api/other HTTP/1.1', `Host: 127.0.0.1:${port}`, `Origin: http://127.0.0.1:${port}`];
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${[...lines, `Authorization: Bearer ${token}`, ...upgrade].join('\r\n')}\r\n\r\n`);
    });
    socket.on('data', (data) => resolve(String(data)));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 404/);
});

test('a file that an editor writes or takes away is told', async () => {
  const page = await under.page();
  page.subscribe(1, { kind: 'service' });
  await page.until((frame) => frame.type === 'service' && frame.total === 0);
  const path = join(under.pipelines, 'bids.pipeline.json');
  writeFileSync(path, '{');
  const broken = await page.until((frame) => frame.type === 'service' && frame.total === 1);
  expect(broken).toMatchObject({ pipelines: [{ name: 'bids', errors: null }] });
  writeFileSync(path, smallDocument('bids'));
  await page.until((frame) => frame.type === 'service' && frame.pipelines[0]?.errors === 0);
  const seen = page.frames.length;
  rmSync(path);
  await page.until((frame) => frame.frame > seen && frame.type === 'service' && frame.total === 0);
  page.close();
});

test('states and gauges of a run are told as they change', async () => {
  const page = await under.page();
  page.subscribe(1, { kind: 'service' });
  await startShop();
  page.subscribe(2, { kind: 'gauges', pipeline: 'shop' });
  const isIn = (state: string) => (frame: DownMessage) =>
    frame.type === 'service' && frame.pipelines.some(({ run }) => run.state === state);
  await page.until(isIn('starting'));
  under.opened[0]?.report(RUNNING_REPORT);
  await page.until(isIn('running'));
  commits(7);
  const gauges = await page.until((frame) => frame.type === 'gauges' && frame.gauges?.cut === 7);
  expect(gauges).toMatchObject({ gauges: { nodes: ['orders'], counters: { read: [7] } } });
  await under.call('POST', '/api/pipelines/shop/stop');
  await page.until((frame) => frame.type === 'gauges' && frame.frame > gauges.frame && frame.gauges === null);
  page.close();
});

test('a page that stands still costs a bounded number of bytes; then it gets the newest, and each row or its gap [V2]', async () => {
  await startShop();
  const page = await under.page();
  const frames = page.frames;
  page.subscribe(1, { kind: 'gauges', pipeline: 'shop' });
  page.subscribe(2, { kind: 'rows', pipeline: 'shop', node: 'view', after: null });
  await page.until((frame) => frame.type === 'gauges');
  const { live, hub } = under.service;
  const ring = hub.ring('shop', 'view', [...COLUMNS, { name: 'text', type: 'STRING' }]);
  const text = 'x'.repeat(1_000);
  page.socket.pause();
  page.acknowledge(false);
  const ROWS = 60_000;
  for (let first = 0; first < ROWS; first += 500) {
    ring.append(
      'e',
      first,
      Array.from({ length: 500 }, (_, i) => [first + i, text]),
    );
    commits(first);
    await new Promise((resolve) => setImmediate(resolve));
    expect(live.bytesInFlight).toBeLessThanOrEqual(LIVE_LIMITS.bytesInFlight);
    expect(live.bytesBuffered).toBeLessThanOrEqual(LIVE_LIMITS.bytesInFlight);
  }
  expect(live.bytesInFlight).toBeGreaterThan(LIVE_LIMITS.bytesInFlight / 2);
  page.socket.resume();
  page.acknowledge(true);
  await page.until((frame) => frame.type === 'rows' && frame.rows.first + (frame.rows.values[0]?.length ?? 0) === ROWS);
  await page.until((frame) => frame.type === 'gauges' && frame.gauges?.cut === ROWS - 500);
  const skipped = frames.reduce((sum, frame) => sum + (frame.type === 'rows' ? frame.rows.skipped : 0), 0);
  expect(skipped).toBeGreaterThan(ROWS / 2);
  expect(new Set(sequencesOf(frames)).size + skipped).toBe(ROWS);
  expect(sequencesOf(frames).length + skipped).toBe(ROWS);
  page.close();
});

test('after a lost connection each row comes once, or a gap with the number skipped [V2]', async () => {
  await startShop();
  const ring = under.service.hub.ring('shop', 'view', COLUMNS);
  const append = (first: number, count: number) =>
    ring.append(
      'e',
      first,
      Array.from({ length: count }, (_, i) => [first + i]),
    );
  const rowsAfter = (sequence: number | null) =>
    ({
      kind: 'rows',
      pipeline: 'shop',
      node: 'view',
      after: sequence === null ? null : { epoch: 'e', sequence },
    }) as const;
  append(0, 10);
  const first = await under.page();
  first.subscribe(1, rowsAfter(null));
  await first.until((frame) => frame.type === 'rows');
  first.close();
  append(10, 10);
  const second = await under.page();
  second.subscribe(1, rowsAfter(9));
  expect(await second.until((frame) => frame.type === 'rows')).toMatchObject({ rows: { first: 10, skipped: 0 } });
  second.close();
  append(20, LIVE_LIMITS.rowsPerView + 5);
  const third = await under.page();
  third.subscribe(1, rowsAfter(19));
  expect(await third.until((frame) => frame.type === 'rows')).toMatchObject({ rows: { first: 25, skipped: 5 } });
  third.close();
});

test('a message that is too large, and one that is not text, ends the connection', async () => {
  const large = await under.page();
  large.socket.send('x'.repeat(LIVE_LIMITS.frameBytes + 1));
  expect(await large.closed).toBe(1009);
  const binary = await under.page();
  binary.socket.send(Uint8Array.of(1));
  expect(await binary.closed).toBe(1003);
  expect((await under.call('GET', '/healthz')).status).toBe(200);
});

test('the next life of the service runs what should run, and a first one the copied example', async () => {
  await under.service.close();
  const folder = makeTestFolder();
  const example = join(folder, 'example');
  const options = { examples: [example] };
  mkdirSync(example);
  writeFileSync(join(example, 'shop.pipeline.json'), smallDocument('shop'));
  const first = await startTestService(folder, options);
  await vi.waitFor(() => expect(first.opened.length).toBe(1));
  await first.service.close();
  expect(first.opened[0]?.isStopped).toBe(true);
  const second = await startTestService(folder, options);
  await vi.waitFor(() => expect(second.opened.length).toBe(1));
  expect(second.opened[0]?.request.id).toBe(first.opened[0]?.request.id);
  await second.call('POST', '/api/pipelines/shop/stop');
  await second.service.close();
  const third = await startTestService(folder, options);
  expect((await third.call('GET', '/api/pipelines/shop/status')).text).toContain('"state":"stopped"');
  expect(third.opened).toEqual([]);
  await third.service.close();
  removeTestFolder(folder);
  under = await startTestService(root);
});

test('pages are told that the service ends', async () => {
  const page = await under.page();
  await under.service.close();
  expect(await page.closed).toBe(1001);
  under = await startTestService(root);
});
