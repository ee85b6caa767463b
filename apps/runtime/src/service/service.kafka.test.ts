import { readFileSync } from 'node:fs';
import { type DownMessage, type Gauges, topicListSchema } from '@millrace/live';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokerOf, readWithConsole, testKafka } from '../testing/kafka-fixture.ts';
import type { LivePage } from '../testing/live-page.ts';
import { makeTestFolder, removeTestFolder, startTestService } from '../testing/test-service.ts';
import { makeKafkaEdge } from './kafka-edge.ts';

const EXAMPLE = new URL('../../../../examples/orders-per-minute/orders-per-minute.pipeline.json', import.meta.url);
const run = `svc-${process.pid}-${Date.now().toString(36)}`;

describe.skipIf(testKafka === undefined)('the service on a real Kafka', () => {
  const broker = brokerOf(testKafka ?? 'none:1');
  let root = '';
  beforeAll(() => {
    root = makeTestFolder();
  });
  afterAll(() => removeTestFolder(root));

  const startLife = () => startTestService(root, { namespace: run, kafka: makeKafkaEdge(broker, run) });

  /** Writes to topics of its own; begins where the example begins, ten minutes back. */
  const document = () =>
    readFileSync(EXAMPLE, 'utf8')
      .replace('"topic": "orders-per-minute"', `"topic": "${run}-out"`)
      .replace('"topic": "orders-late"', `"topic": "${run}-late"`)
      .replace('"id": "hv6d1hsp40cy",', '');

  async function gaugesWhen(page: LivePage, condition: (gauges: Gauges) => boolean): Promise<Gauges> {
    const isIt = (frame: DownMessage) => frame.type === 'gauges' && frame.gauges !== null && condition(frame.gauges);
    const frame = await page.until(isIt);
    if (frame.type !== 'gauges' || frame.gauges === null) throw new Error('a frame of gauges was expected');
    return frame.gauges;
  }

  const counterOf = ({ nodes, counters }: Gauges, node: string, name: string) =>
    counters[name]?.[nodes.indexOf(node)] ?? 0;

  test('a pipeline started over REST moves on the live channel, and runs again in the next life from its cut', async () => {
    const first = await startLife();
    expect((await first.call('PUT', '/api/pipelines/orders', { text: document(), base: null })).status).toBe(200);
    const page = await first.page();
    page.subscribe(1, { kind: 'service' });
    page.subscribe(2, { kind: 'gauges', pipeline: 'orders' });
    expect((await first.call('POST', '/api/pipelines/orders/start', {})).status).toBe(200);
    const hasWindows = (gauges: Gauges) => counterOf(gauges, 'per-minute', 'out') > 0 && gauges.commits > 0;
    const moving = await gaugesWhen(page, (gauges) => hasWindows(gauges) && gauges.windows['per-minute'] !== undefined);
    expect(moving.windows['per-minute']?.sentence).toMatch(
      /^The window \d\d:\d\d–\d\d:\d\d closes when the watermark reaches/,
    );
    expect(moving.sources['orders']).toMatchObject({ partitionCount: 3, blocked: expect.stringMatching(/^\d+$/) });
    const isRunning = (frame: DownMessage) =>
      frame.type === 'service' &&
      frame.pipelines.some(({ name, run: { state } }) => name === 'orders' && state === 'running');
    await page.until(isRunning);
    await gaugesWhen(page, (gauges) => counterOf(gauges, 'orders', 'read') > counterOf(moving, 'orders', 'read'));
    const { topics } = topicListSchema.parse(JSON.parse((await first.call('GET', '/api/topics')).text));
    expect(topics).toContainEqual({ name: `${run}-out`, partitions: expect.any(Number) });
    expect((await first.call('GET', '/metrics')).text).toContain('millrace_pipelines{state="running"} 1\n');
    await first.service.close();
    const ended = page.frames.findLast((frame) => frame.type === 'gauges' && frame.gauges !== null);
    const last = ended?.type === 'gauges' && ended.gauges !== null ? ended.gauges : moving;

    const second = await startLife();
    const again = await second.page();
    again.subscribe(1, { kind: 'gauges', pipeline: 'orders' });
    again.subscribe(2, { kind: 'service' });
    const resumed = await gaugesWhen(again, (gauges) => gauges.cut > last.cut);
    expect(resumed.epoch).not.toBe(last.epoch);
    expect(counterOf(resumed, 'orders', 'read')).toBeGreaterThanOrEqual(counterOf(last, 'orders', 'read'));
    await again.until(isRunning);
    expect((await second.call('POST', '/api/pipelines/orders/stop')).status).toBe(200);
    await again.until((frame) => frame.type === 'gauges' && frame.gauges === null);
    await second.service.close();
    const windows = (await readWithConsole(broker, `${run}-out`)).map(({ value }) => JSON.parse(value));
    const keys = windows.map(({ product, window_start }) => `${product} ${window_start}`);
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
