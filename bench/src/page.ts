import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Admin, parseBrokers, TransactionalWriter } from '@millrace/kafka';
import { chromium, type Page } from '@playwright/test';
import { filtersDocument, filtersLayout, viewDocument } from './page/documents.ts';
import { framesOf, percentile } from './page/frames.ts';

/**
 * The page in a real Chromium on the real service: from `npm start` to the first live result, the weight of the first load, frames of
 * 500 nodes with live counters while standing still and while panning, and from a produced record to its row in the page.
 * KAFKA_BROKERS names the Kafka, PW_CHROMIUM the browser.
 */
const NODES = 500;
const SAMPLES = 100;
const GOALS = { firstResultMs: 5_000, firstLoadKb: 350, frameRatio: 1.5 };

const root = fileURLToPath(new URL('../..', import.meta.url));
const URL_LINE = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/;
const run = `bench-page-${process.pid}-${Date.now().toString(36)}`;
const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-page-'));
const topic = `${run}-records`;

mkdirSync(join(folder, 'pipelines'));
for (const [name, text] of Object.entries({
  'filters.pipeline.json': filtersDocument(NODES),
  'filters.layout.json': filtersLayout(NODES),
  'seen.pipeline.json': viewDocument(topic),
})) {
  writeFileSync(join(folder, 'pipelines', name), text);
}

const [broker] = parseBrokers(process.env['KAFKA_BROKERS'] ?? '') ?? [];
if (broker === undefined) throw new Error('Set KAFKA_BROKERS=host:port to an Apache Kafka that may be filled.');
const admin = await Admin.connect(broker);
await admin.createTopics([{ name: topic, partitions: 1, config: {} }]);
await admin.close();

type Started = { readonly child: ChildProcess; readonly url: string; readonly startedMs: number };

/** `npm start` without npm's own time. */
function startService(name: string, pipelines: string): Promise<Started> {
  const startedMs = performance.now();
  const args = ['tools/start.mjs', '--data', join(folder, name), '--pipelines', pipelines, '--port', '0'];
  const env = { ...process.env, MILLRACE_NAMESPACE: `${name}-${process.pid}` };
  const child = spawn(process.execPath, args, { cwd: root, env });
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (data: Buffer) => {
      text += data;
      const [url] = URL_LINE.exec(text) ?? [];
      if (url !== undefined) resolve({ child, url, startedMs });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('exit', (code) => reject(new Error(`The service ended with ${code}: ${text.slice(-1_000)}`)));
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function say(what: string, value: string, goal = ''): void {
  console.log(`${what.padEnd(52)}${value.padStart(12)}${goal === '' ? '' : `   (goal: at most ${goal})`}`);
}

const executablePath = process.env['PW_CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

async function measureFirstResult(): Promise<void> {
  const { child, url, startedMs } = await startService('first', join(folder, 'examples'));
  const page = await browser.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const isPage = ['document', 'script', 'stylesheet', 'image'].includes(response.request().resourceType());
    if (isPage && response.status() === 200) sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${url}#/p/orders-per-minute`);
  await page.locator('.drawer tbody.committed tr').first().waitFor();
  say(
    'first live result after npm start',
    `${Math.round(performance.now() - startedMs)} ms`,
    `${GOALS.firstResultMs} ms`,
  );
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  say('first load, compressed', `${Math.round(bytes / 1024)} kB`, `${GOALS.firstLoadKb} kB`);
  await page.close();
  await end(child);
}

async function measureFrames(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/p/filters`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('[data-run="running"]').waitFor();
  const still = await framesOf(page, async () => undefined);
  const panning = await framesOf(page, async () => {
    await page.mouse.move(900, 300);
    await page.mouse.down();
    for (let i = 0; i < 200; i++) await page.mouse.move(900 - 2 * (i % 100), 300 - (i % 50));
    await page.mouse.up();
  });
  const [p95Still, p95Panning] = [percentile(still, 0.95), percentile(panning, 0.95)];
  say(`${NODES} live nodes standing still, p95 of a frame`, `${p95Still.toFixed(1)} ms`);
  say(`${NODES} live nodes while panning, p95 of a frame`, `${p95Panning.toFixed(1)} ms`);
  say('ratio', (p95Panning / p95Still).toFixed(2), String(GOALS.frameRatio));
  await page.getByRole('button', { name: 'Stop' }).click();
}

async function measureLatency(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/p/seen`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('[data-run="running"]').waitFor();
  if (broker === undefined) return;
  const writer = await TransactionalWriter.open({ broker, transactionalId: run });
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const value = `sample-${i}-`;
    writer.begin();
    writer.add(topic, 0, Date.now(), null, Buffer.from(JSON.stringify({ name: value })));
    await writer.commit(null);
    const producedMs = Date.now();
    const seen = (wanted: string) =>
      document.querySelector('.drawer tbody')?.textContent?.includes(wanted) === true ? Date.now() : null;
    const handle = await page.waitForFunction(seen, value, { polling: 'raf' });
    times.push(Number(await handle.jsonValue()) - producedMs);
  }
  writer.close();
  say('record committed → row in the page, p50', `${percentile(times, 0.5).toFixed(0)} ms`);
  say('record committed → row in the page, p99', `${percentile(times, 0.99).toFixed(0)} ms`);
}

try {
  await measureFirstResult();
  const { child, url } = await startService('own', join(folder, 'pipelines'));
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  await measureLatency(page, url);
  await measureFrames(page, url);
  await end(child);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
