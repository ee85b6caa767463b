import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const testKafka = process.env['MILLRACE_TEST_KAFKA'];
const namespace = `cli-${process.pid}-${Date.now().toString(36)}`;

type Ended = { readonly status: number | null; readonly text: string };

describe.skipIf(testKafka === undefined)('millrace run on a real Kafka', () => {
  let folder = '';
  let file = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-cli-kafka-'));
    file = join(folder, 'orders.pipeline.json');
    const start = new Date(Date.now() - 120_000).toISOString();
    const orders = { seed: 3, rate: 20, start, lateShare: 0, brokenShare: 0 };
    writeFileSync(file, documentOf(orders));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function documentOf(orders: object): string {
    return JSON.stringify({
      format: 'millrace/pipeline@1',
      id: 'k3v9q2m7xw4b',
      name: 'orders',
      nodes: {
        orders: { type: 'generator', config: orders },
        all: {
          type: 'tumbling-window',
          config: { size: '10s', groupBy: [], aggregates: [{ name: 'orders', fn: 'count' }] },
        },
        out: { type: 'kafka-sink', config: { topic: `${namespace}-out` } },
      },
      edges: [
        { from: 'orders', to: 'all' },
        { from: 'all', to: 'out' },
      ],
    });
  }

  /** With `stopAt`: SIGTERM as soon as the output matches. */
  function millrace(args: readonly string[], stopAt?: RegExp): Promise<Ended> {
    const env = { ...process.env, KAFKA_BROKERS: testKafka, MILLRACE_NAMESPACE: namespace };
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...args, '--data', folder], { cwd: root, env });
    let text = '';
    let stopped = false;
    const take = (data: Buffer) => {
      text += data;
      if (stopAt?.test(text) !== true || stopped) return;
      stopped = true;
      child.kill('SIGTERM');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, text })));
  }

  test('runs to the end, resumes, ends in order on SIGTERM; a flushed pipeline asks with 3 [E9]', async () => {
    const first = await millrace(['run', file, '--until-end']);
    expect(first.text).toMatch(/finished/);
    expect(first.status).toBe(0);
    const stopped = await millrace(['run', file], /process.*running/);
    expect(stopped.text).toMatch(/taking the last cut/);
    expect(stopped.status).toBe(0);
    expect((await millrace(['run', file, '--until-end', '--flush'])).status).toBe(0);
    const asked = await millrace(['run', file, '--until-end']);
    expect(asked.status).toBe(3);
    expect(asked.text).toMatch(/--on-change keep-positions/);
  });

  test('a node of another meaning is asked about with 3, and the answer is taken [E9]', async () => {
    const again = await millrace(['run', file, '--until-end', '--on-change', 'restart']);
    expect(again.status).toBe(0);
    const text = documentOf({ seed: 3, rate: 20, start: new Date().toISOString() }).replace('"10s"', '"20s"');
    const changed = join(folder, 'changed.pipeline.json');
    writeFileSync(changed, text);
    const asked = await millrace(['run', changed, '--until-end']);
    expect(asked.status).toBe(3);
    expect(asked.text).toMatch(/not those whose state is kept: .*all/);
  });
});
