import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const BIDS = join(root, 'examples/bids/bids.pipeline.json');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function millrace(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { KAFKA_BROKERS: _, ...clean } = process.env;
  const options = { cwd: root, encoding: 'utf8', env: { ...clean, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsx'), [main, ...args], options);
  return { status, text: `${stdout}${stderr}` };
}

function documentWith(name: string, change: (text: string) => string): string {
  const text = `{"format":"millrace/pipeline@1","name":"x","nodes":{"orders":{"type":"generator","config":{"seed":1,"rate":1}},"dear":{"type":"filter","config":{"where":"amount > 100"}},"out":{"type":"kafka-sink","config":{"topic":"o"}}},"edges":[{"from":"orders","to":"dear"},{"from":"dear","to":"out"}]}`;
  const path = join(folder, `${name}.pipeline.json`);
  writeFileSync(path, change(text));
  return path;
}

test('a valid document is said to be so, and --plan names tasks, topics and ids', () => {
  const { status, text } = millrace(['check', BIDS, '--plan']);
  expect(status).toBe(0);
  expect(text).toMatch(/no errors in 4 nodes and 3 edges/);
  expect(text).toMatch(/millrace\.namespace\.k3v9q2m7xw4a\.process\.state/);
});

test('an invalid document ends with 1 and names node, field, characters and a remedy', () => {
  const wrong = documentWith('wrong', (text) => text.replace('amount >', 'amont >'));
  const { status, text } = millrace(['check', wrong]);
  expect(status).toBe(1);
  expect(text).toMatch(/error dear where \(characters 1–5\): .*amont.*amount/);
});

test('a node connected to itself is refused [V1]', () => {
  const cycle = documentWith('cycle', (text) =>
    text.replace('{"from":"orders","to":"dear"}', '{"from":"dear","to":"dear"}'),
  );
  const { status, text } = millrace(['check', cycle]);
  expect(status).toBe(1);
  expect(text).toMatch(/dear is connected to itself/);
});

test('a Kafka that cannot be reached is named, with what to do', () => {
  const { status, text } = millrace(['run', BIDS, '--data', folder], { KAFKA_BROKERS: '127.0.0.1:1' });
  expect(status).toBe(1);
  expect(text).toMatch(/127\.0\.0\.1:1.*set KAFKA_BROKERS/);
});

test('an origin that is none is refused before anything starts', () => {
  const { status, text } = millrace(['start', '--data', folder], { MILLRACE_ORIGINS: 'https://a.example,b.example' });
  expect(status).toBe(2);
  expect(text).toMatch(/MILLRACE_ORIGINS has b\.example, which is no origin/);
});

test.each([
  [['broker', '--port', 'x'], /--port takes a number/],
  [['broker', '--set', 'no-value'], /--set takes name=value/],
  [['run', BIDS, '--flush'], /--flush goes with --until-end/],
  [['run', BIDS, '--on-reset', 'x'], /keep or rewind/],
  [['check', 'nowhere.json'], /there is no such file/],
  [['start', 'elsewhere/x.pipeline.json'], /no pipeline of the folder pipelines.*Copy/],
  [['start', '--port', 'x'], /--port takes a number/],
  [['frobnicate'], /There is no command frobnicate/],
])('wrong usage ends with 2: %j', (args, message) => {
  const { status, text } = millrace(args);
  expect(status).toBe(2);
  expect(text).toMatch(message);
});

test('without KAFKA_BROKERS the embedded broker of the data folder is used', () => {
  const { status, text } = millrace(['run', BIDS, '--data', folder, '--until-end']);
  expect(text).toMatch(/There is no topic bids/);
  expect(status).toBe(1);
  expect(readdirSync(join(folder, 'broker'))).toContain('ended-in-order');
});

test('a broker with a setting that is none ends with 1 and says which', () => {
  const { status, text } = millrace(['broker', '--port', '0', '--data', folder, '--set', 'no.such=1']);
  expect(text).toMatch(/no broker setting no\.such/);
  expect(status).toBe(1);
});

test('infer says what JSON lines show, and check accepts the source that it proposes [T3]', () => {
  const lines = Array.from({ length: 50 }, (_, i) => `{"id":${i},"at":${1_700_000_000 + (i % 7)},"a b":"x"}`);
  const file = join(folder, 'orders.jsonl');
  writeFileSync(file, [...lines, '{"id":"\\u001b[31m","at":1700000000}', 'nonsense', ''].join('\n'));
  const { status, text } = millrace(['infer', file]);
  expect(status).toBe(0);
  expect(text).toMatch(/51 of 52 lines are JSON records/);
  expect(text).toMatch(/1 of 51 contradict: text, first in line 51: \ufffd\[31m/);
  expect(text).toMatch(/at: proposed as s\n.*2023-11-14T22:13:20\.000Z/);
  const source = JSON.parse(text.slice(text.indexOf('\n{\n'))) as Readonly<Record<string, unknown>>;
  expect(source).toEqual({
    columns: [
      { name: 'id', type: 'INT', required: true },
      { name: 'at', type: 'TIMESTAMP_LTZ(3)', unit: 's', required: true },
      { name: 'a_b', type: 'STRING', path: '/a b' },
    ],
    eventTime: { column: 'at', maxOutOfOrder: '10s' },
  });
  const nodes = {
    orders: { type: 'kafka-source', config: { topic: 'orders', ...source } },
    view: { type: 'live-view' },
  };
  const edges = [{ from: 'orders', to: 'view' }];
  const document = join(folder, 'inferred.pipeline.json');
  writeFileSync(document, JSON.stringify({ format: 'millrace/pipeline@1', name: 'inferred', nodes, edges }));
  expect(millrace(['check', document])).toMatchObject({ status: 0 });
});

test('infer refuses a choice that is no reading, and names those that are [T3]', () => {
  const file = join(folder, 'times.jsonl');
  writeFileSync(file, '{"at":50000000000}');
  const { status, text } = millrace(['infer', file, '--event-time', 'at=us']);
  expect(status).toBe(2);
  expect(text).toMatch(/Choose at=s, at=ms\./);
  expect(millrace(['infer', file, '--event-time', 'at=ms']).text).toMatch(/"eventTime": \{\n\s+"column": "at"/);
});
