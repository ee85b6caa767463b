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
