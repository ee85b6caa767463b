import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import {
  checkSchema,
  conflictSchema,
  fileTextSchema,
  pipelineFilesSchema,
  pipelineListSchema,
  pipelineSummarySchema,
  planSchema,
  refusalSchema,
  topicListSchema,
} from '@millrace/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from '../../testing/http-client.ts';
import { smallDocument } from '../../testing/small-document.ts';
import { makeTestFolder, removeTestFolder, startTestService, type TestService } from '../../testing/test-service.ts';

let root = '';
let under: TestService;
beforeEach(async () => {
  root = makeTestFolder();
  under = await startTestService(root, { origins: ['https://mill.example'] });
});
afterEach(async () => {
  await under.service.close();
  removeTestFolder(root);
});

const json = (text: string): unknown => JSON.parse(text);

/** Everything below a folder, files with their text. */
function contentOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const isFile = (path: string) => statSync(join(folder, path)).isFile();
  return Object.fromEntries(
    paths.map((path) => [path, isFile(path) ? readFileSync(join(folder, path), 'latin1') : 'a folder']),
  );
}

test('who may do what, over the wire [V3]', async () => {
  const { port, token } = under.service;
  const own = `http://127.0.0.1:${port}`;
  const bearer = { authorization: `Bearer ${token}` };
  const cases: readonly [string, string, Record<string, string>, number][] = [
    ['GET', '/api/pipelines', bearer, 200],
    ['GET', '/api/pipelines', {}, 401],
    ['GET', '/assets/a.js', {}, 401],
    ['GET', '/assets/a.js', bearer, 200],
    ['GET', '/assets/a.js', { ...bearer, host: 'evil.example' }, 403],
    ['GET', '/', { ...bearer, host: `localhost:${port}` }, 200],
    ['GET', '/', { ...bearer, host: 'mill.example' }, 200],
    ['GET', '/healthz', {}, 200],
    ['GET', '/healthz', { host: 'evil.example' }, 403],
    ['GET', '/metrics', {}, 401],
    ['POST', '/api/check', { ...bearer, origin: 'https://evil.example' }, 403],
    ['POST', '/api/check', { origin: own }, 401],
    ['POST', '/api/check', {}, 403],
    ['POST', '/api/check', bearer, 400],
    ['POST', '/api/check', { ...bearer, origin: 'https://mill.example' }, 400],
    ['OPTIONS', '/api/check', { origin: 'https://evil.example' }, 403],
    ['POST', '/healthz', { origin: 'https://evil.example' }, 403],
  ];
  const answers = await Promise.all(cases.map(([method, path, headers]) => send(port, method, path, headers)));
  expect(answers.map(({ status }, i) => [...(cases[i] ?? []).slice(0, 3), status])).toEqual(cases);
  for (const { headers } of answers) {
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  }
});

test('the printed address becomes a cookie by a redirect, and the cookie opens the page [V3]', async () => {
  const { port, url, token } = under.service;
  const entered = await send(port, 'GET', url.slice(url.indexOf('/?')));
  expect(entered).toMatchObject({ status: 303, headers: { location: '/', 'cache-control': 'no-store' } });
  const [cookie = ''] = entered.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^millrace_[0-9a-f]{8}=[\w-]{32}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  const page = await send(port, 'GET', '/', { cookie: cookie.split(';', 1)[0] ?? '' });
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<title>Millrace') });
  expect((await send(port, 'GET', `/?token=${token}x`)).status).toBe(401);
  expect(under.log.join('')).not.toContain(token);
});

test('every answer has the headers that keep others out, and scripts come from here alone', async () => {
  for (const path of ['/', '/assets/a.js', '/api/pipelines', '/nothing.js', '/api/nothing']) {
    const { headers } = await under.call('GET', path);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
    );
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*(unsafe|\*)/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['x-powered-by']).toBeUndefined();
  }
});

test('GETs change nothing [V3]', async () => {
  const text = smallDocument('shop', { id: 'aaaaaaaaaaaa' });
  await under.call('PUT', '/api/pipelines/shop', { text, base: null });
  const before = contentOf(root);
  const paths = ['', '/shop', '/shop/status', '/shop/start', '/shop/stop', '/shop/layout', '/none'].map(
    (p) => `/api/pipelines${p}`,
  );
  for (const path of [...paths, '/api/topics', '/api/check', '/api/plan', '/healthz', '/metrics', '/', '/p/shop']) {
    await under.call('GET', path);
    await under.call('HEAD', path);
  }
  expect(contentOf(root)).toEqual(before);
  expect(under.opened).toEqual([]);
});

test('a pipeline is made, read, changed, listed; each answer is what the schemas say', async () => {
  const text = smallDocument('shop');
  const made = fileTextSchema.parse(json((await under.call('PUT', '/api/pipelines/shop', { text, base: null })).text));
  const layout = await under.call('PUT', '/api/pipelines/shop/layout', { text: '{}', base: null });
  const files = pipelineFilesSchema.parse(json((await under.call('GET', '/api/pipelines/shop')).text));
  expect(files).toEqual({ name: 'shop', document: made, layout: json(layout.text), revision: null });
  const changed = await under.call('PUT', '/api/pipelines/shop', { text: '{', base: made.version });
  expect(changed.status).toBe(200);
  const list = pipelineListSchema.parse(json((await under.call('GET', '/api/pipelines')).text));
  expect(list).toMatchObject({
    kafka: 'kafka:9092',
    pipelines: [{ name: 'shop', errors: null, run: { state: 'stopped' } }],
  });
  expect((await under.call('GET', '/api/pipelines/none')).status).toBe(404);
  expect((await under.call('PUT', '/api/pipelines/none/layout', { text: '{}', base: null })).status).toBe(404);
});

test('of two writers at once exactly one wins, and the other is shown what is there', async () => {
  const first = await under.call('PUT', '/api/pipelines/shop', { text: 'one', base: null });
  const { version } = fileTextSchema.parse(json(first.text));
  const texts = ['two', 'three', 'four', 'five'];
  const answers = await Promise.all(
    texts.map((text) => under.call('PUT', '/api/pipelines/shop', { text, base: version })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const winner = fileTextSchema.parse(json(answers.find(({ status }) => status === 200)?.text ?? ''));
  for (const { text } of answers.filter(({ status }) => status === 409)) {
    expect(conflictSchema.parse(json(text)).current).toEqual(winner);
  }
  expect(readFileSync(join(under.pipelines, 'shop.pipeline.json'), 'utf8')).toBe(winner.text);
  const creations = await Promise.all(
    texts.map((text) => under.call('PUT', '/api/pipelines/new', { text, base: null })),
  );
  expect(creations.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test.each([
  '/api/pipelines/..%2Fsecret',
  '/api/pipelines/%2e%2e%2fsecret',
  '/api/pipelines/..%5csecret',
  '/api/pipelines/../secret',
  '/api/pipelines/%2Fetc%2Fpasswd',
  '/api/pipelines/a%00',
  '/api/pipelines/__proto__',
  '/api/pipelines/link',
  '/assets/..%2F..%2Fsecret.pipeline.json',
  '/assets/../../secret.pipeline.json',
  '/..%2Fsecret.pipeline.json',
  '/%2e%2e/secret.pipeline.json',
])('no address leads out of the folders: %s', async (path) => {
  writeFileSync(join(root, 'secret.pipeline.json'), 'the secret');
  symlinkSync(join(root, 'secret.pipeline.json'), join(under.pipelines, 'link.pipeline.json'));
  const before = contentOf(root);
  const read = await under.call('GET', path);
  const written = await under.call('PUT', path, { text: 'x', base: null });
  expect([400, 404, 403]).toContain(read.status);
  expect([400, 404, 409]).toContain(written.status);
  expect(read.text + written.text).not.toContain('the secret');
  expect(contentOf(root)).toEqual(before);
});

test.each<readonly [string, string, Record<string, string>, number, RegExp]>([
  ['no JSON', '{', {}, 400, /cannot be read/],
  ['JSON that is no object', '3', {}, 400, /./],
  ['a field too many', '{"text":"","base":null,"more":1}', {}, 400, /does not fit/],
  ['a field too few', '{"text":""}', {}, 400, /base/],
  ['another type of content', 'text=1', { 'content-type': 'text/plain' }, 400, /application\/json/],
  ['a body that is too large', JSON.stringify({ text: 'x'.repeat(3_000_000), base: null }), {}, 413, /too large/],
  ['an encoding of its own', '{}', { 'content-encoding': 'x' }, 415, /encoding/],
])('a body with %s is refused in words', async (_, body, headers, status, message) => {
  const { port, token } = under.service;
  const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
  const answer = await send(port, 'PUT', '/api/pipelines/shop', all, body);
  expect(answer.status).toBe(status);
  expect(refusalSchema.parse(json(answer.text)).message).toMatch(message);
  expect(readdirSync(under.pipelines)).toEqual([]);
});

test('start and stop, and a start that cannot be', async () => {
  await under.call('PUT', '/api/pipelines/shop', { text: smallDocument('shop'), base: null });
  await under.call('PUT', '/api/pipelines/wrong', {
    text: smallDocument('wrong').replace('"rate":1', '"rate":0'),
    base: null,
  });
  const started = await under.call('POST', '/api/pipelines/shop/start', {});
  expect(pipelineSummarySchema.parse(json(started.text)).run).toMatchObject({ state: 'starting', revision: 1 });
  const refused = await under.call('POST', '/api/pipelines/wrong/start', {});
  expect(refused.status).toBe(422);
  expect(checkSchema.parse(json(refused.text)).issues).toMatchObject([
    { severity: 'error', node: 'orders', field: 'rate' },
  ]);
  expect((await under.call('POST', '/api/pipelines/none/start', {})).status).toBe(404);
  expect((await under.call('POST', '/api/pipelines/shop/start', { onReset: 'x' })).status).toBe(400);
  const stopping = await under.call('POST', '/api/pipelines/shop/stop');
  expect(pipelineSummarySchema.parse(json(stopping.text)).run.state).toMatch(/stop/);
  await vi.waitFor(async () => {
    const status = await under.call('GET', '/api/pipelines/shop/status');
    expect(pipelineSummarySchema.parse(json(status.text)).run.state).toBe('stopped');
  });
});

test('check, plan and topics', async () => {
  const text = smallDocument('shop');
  const check = await under.call('POST', '/api/check', { text: '{' });
  expect(checkSchema.parse(json(check.text)).issues[0]?.severity).toBe('error');
  expect(checkSchema.parse(json((await under.call('POST', '/api/check', { text })).text)).issues).toEqual([]);
  const plan = planSchema.parse(json((await under.call('POST', '/api/plan', { text })).text));
  expect(plan.plan).toContain('millrace.test.000000000000.ingest-orders');
  expect(planSchema.parse(json((await under.call('POST', '/api/plan', { text: '{}' })).text)).plan).toBeNull();
  const topics = topicListSchema.parse(json((await under.call('GET', '/api/topics')).text));
  expect(topics).toEqual({ topics: [{ name: 'orders', partitions: 3 }] });
});

test('what nobody expected is logged, and told without its inside', async () => {
  rmSync(under.pipelines, { recursive: true });
  const answer = await under.call('PUT', '/api/pipelines/shop', { text: '', base: null });
  expect(answer).toMatchObject({ status: 500, text: expect.not.stringContaining('ENOENT') });
  expect(under.log.some((line) => line.includes('ENOENT') && (json(line) as { level: string }).level === 'error')).toBe(
    true,
  );
});

test('every address without a file is the page; a page that is not built says so', async () => {
  for (const path of ['/', '/p/shop', '/anything/else']) {
    expect(await under.call('GET', path)).toMatchObject({
      status: 200,
      headers: { 'content-type': expect.stringMatching(/html/) },
    });
  }
  const asset = await under.call('GET', '/assets/a.js');
  expect(asset.headers['cache-control']).toMatch(/immutable/);
  expect((await under.call('GET', '/assets/none.js')).status).toBe(404);
  rmSync(join(root, 'web'), { recursive: true });
  expect(await under.call('GET', '/')).toMatchObject({
    status: 503,
    text: expect.stringMatching(/not built.*\n.*build/),
  });
});

test('health and metrics', async () => {
  expect(json((await under.call('GET', '/healthz')).text)).toEqual({ status: 'ok' });
  const metrics = await under.call('GET', '/metrics');
  expect(metrics.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(metrics.text).toContain('millrace_pipelines{state="running"} 0\n');
});

test('a port in use is passed over, and only this machine is listened on', async () => {
  const other = createServer();
  const taken = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
  });
  const second = makeTestFolder();
  const next = await startTestService(second, { port: taken });
  expect(next.service.port).toBeGreaterThan(taken);
  expect(next.service.url).toContain(`http://127.0.0.1:${next.service.port}/?token=`);
  expect((await next.call('GET', '/api/pipelines')).status).toBe(200);
  await next.service.close();
  other.close();
  removeTestFolder(second);
});
