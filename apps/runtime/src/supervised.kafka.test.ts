import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { describe, expect, test } from 'vitest';
import { startEmbedded } from '../../../tools/kafka/embedded-broker.mjs';
import { startKafka } from '../../../tools/kafka/local-kafka.mjs';
import type { SupervisorReport } from './supervisor/task-supervisor.ts';
import { type Bids, bidsDocument, makeBids } from './testing/bids-input.ts';
import { expectedWindows, rowsOf } from './testing/exactly-once.ts';
import { brokerOf, makeTopic, produceRecords, readWithConsole, testKafka } from './testing/kafka-fixture.ts';
import { hasResults, isDrained, isRunning, startRun } from './testing/test-run.ts';

const run = `sv-${process.pid}-${Date.now().toString(36)}`;

describe.skipIf(testKafka === undefined)('a supervised pipeline on a real Kafka', () => {
  const broker = brokerOf(testKafka ?? 'none:1');

  /** A topic with bids and the document of the pipeline over it. */
  async function prepare(
    name: string,
    bids: Bids,
  ): Promise<{ topic: string; out: string; document: string; namespace: string }> {
    const topic = `${run}-${name}`;
    const out = `${topic}-out`;
    await makeTopic(broker, topic, 3);
    await produceRecords(broker, topic, bids.records);
    return { topic, out, document: bidsDocument(topic, out, `${topic}-late`, 'never'), namespace: `${run}-${name}` };
  }

  const valuesOf = async (topic: string) => (await readWithConsole(broker, topic)).map(({ value }) => value).sort();

  /** What a tool does that resets the offset of partition 1 in a pipeline's group. */
  async function moveGroup(namespace: string, topic: string): Promise<void> {
    const admin = new Kafka({ brokers: [`${broker.host}:${broker.port}`], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const groupId = `millrace.${namespace}.aaaaaaaaaaaa.process`;
    await admin.setOffsets({ groupId, topic, partitions: [{ partition: 1, offset: '0' }] });
    await admin.disconnect();
  }

  test('a second instance fences the first, which says so; nothing is written twice [E3, E5]', async () => {
    const bids = makeBids({ perPartition: 3_000, orderly: 3, hasLate: false, seed: 3 });
    const { topic, out, document, namespace } = await prepare('fence', bids);
    const older = startRun(broker, document, namespace);
    await older.until(hasResults);
    const newer = startRun(broker, document, namespace);
    await newer.until(isRunning);
    await produceRecords(broker, topic, [{ partition: 0, value: '{' }]);
    const failure = await older.ended;
    expect(failure).toMatchObject({ kind: 'fatal', code: 'fenced' });
    expect(failure?.message).toMatch(/millrace\..*\.aaaaaaaaaaaa\.process/);
    await newer.until(isDrained(1));
    newer.stop();
    expect(await newer.ended).toBeNull();
    expect(await startRun(broker, document, namespace, { mode: 'flush' }).ended).toBeNull();
    expect(await valuesOf(out)).toEqual(expectedWindows(rowsOf(bids)));
  });

  test('a run to the end resumes; moved offsets, a changed node and --flush are questions [E9]', async () => {
    const bids = makeBids({ perPartition: 1_000, orderly: 3, hasLate: false, seed: 4 });
    const { topic, out, document, namespace } = await prepare('ask', bids);
    const toEnd = (text = document, choices = {}) =>
      startRun(broker, text, namespace, { mode: 'until-end', choices: { onReset: 'ask', onChange: 'ask', ...choices } })
        .ended;
    expect(await toEnd()).toBeNull();
    const first = await valuesOf(out);
    expect(await toEnd()).toBeNull();
    expect(await valuesOf(out)).toEqual(first);

    await moveGroup(namespace, topic);
    const question = await toEnd();
    expect(question).toMatchObject({ kind: 'ask', code: 'reset-question' });
    expect(question?.message).toMatch(/\[1\] stands at \d+, the group at 0\. .*--on-reset keep/);
    expect(await toEnd(document, { onReset: 'keep' })).toBeNull();
    expect(await valuesOf(out)).toEqual(first);

    const changed = document.replace('price > 100', 'price > 200');
    expect(await toEnd(changed)).toMatchObject({
      kind: 'ask',
      code: 'change-question',
      message: expect.stringMatching(/dear/),
    });
    expect(await toEnd(changed, { onChange: 'keep-positions' })).toBeNull();
    expect(await valuesOf(out)).toEqual(first);

    expect(await startRun(broker, changed, namespace, { mode: 'flush' }).ended).toBeNull();
    expect(await toEnd(changed)).toMatchObject({ kind: 'ask', code: 'flushed-question' });
    expect(await toEnd(document, { onChange: 'restart' })).toBeNull();
    expect((await valuesOf(out)).length).toBe(2 * first.length);
  });

  test('a rewind reads from the offsets of the group with empty state [E9]', async () => {
    const bids = makeBids({ perPartition: 1_000, orderly: 3, hasLate: false, seed: 6 });
    const { topic, out, document, namespace } = await prepare('rewind', bids);
    const toEnd = (onReset: 'ask' | 'rewind') =>
      startRun(broker, document, namespace, { mode: 'flush', choices: { onReset, onChange: 'ask' } }).ended;
    expect(await toEnd('ask')).toBeNull();
    await moveGroup(namespace, topic);
    expect(await toEnd('rewind')).toBeNull();
    const again = rowsOf({ ...bids, logs: bids.logs.slice(1, 2) });
    expect(await valuesOf(out)).toEqual([...expectedWindows(rowsOf(bids)), ...expectedWindows(again)].sort());
  });

  test('a topic that does not exist is named, and nothing is started', async () => {
    const document = bidsDocument(`${run}-nowhere`, `${run}-x`, `${run}-y`, 'never');
    const failure = await startRun(broker, document, `${run}-nowhere`).ended;
    expect(failure).toMatchObject({ kind: 'fatal', code: 'topic' });
    expect(failure?.message).toMatch(/There is no topic .*-nowhere, which bids reads/);
  });

  /** Runs a pipeline over two halves of its records, and takes the broker away between them once `seen` is reported. */
  async function restartBetweenHalves(
    address: string,
    interrupt: () => Promise<void>,
    resume: () => Promise<void>,
    seen: (half: number) => (report: SupervisorReport) => boolean,
  ): Promise<void> {
    const own = brokerOf(address);
    const bids = makeBids({ perPartition: 4_000, orderly: 3, hasLate: false, seed: 5 });
    const half = bids.records.length / 2;
    await makeTopic(own, 'bids', 3);
    await produceRecords(own, 'bids', bids.records.slice(0, half));
    const document = bidsDocument('bids', 'out', 'late', 'never');
    const first = startRun(own, document, 'restart');
    await first.until(seen(half));
    await interrupt();
    await first.until((report) => report.type === 'retrying');
    await resume();
    await produceRecords(own, 'bids', bids.records.slice(half));
    await first.until(isDrained(bids.records.length));
    first.stop();
    expect(await first.ended).toBeNull();
    expect(await startRun(own, document, 'restart', { mode: 'flush' }).ended).toBeNull();
    const windows = (await readWithConsole(own, 'out')).map(({ value }) => value).sort();
    expect(windows).toEqual(expectedWindows(rowsOf(bids)));
  }

  test('the broker is stopped and started again between two commits: the output equals the oracle [E2, E5]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-kafka-restart-'));
    const kafka = await startKafka({ dataDir: folder, heap: '384m' });
    try {
      await restartBetweenHalves(kafka.brokers, kafka.stop, kafka.restart, isDrained);
    } finally {
      await kafka.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('the embedded broker is killed and started again in the middle of its work: the output equals the oracle [E2, E5]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-broker-restart-'));
    let embedded = await startEmbedded(folder);
    const { brokers } = embedded;
    const again = async () => {
      embedded = await startEmbedded(folder, { port: brokerOf(brokers).port });
    };
    try {
      await restartBetweenHalves(
        brokers,
        () => embedded.kill(),
        again,
        () => hasResults,
      );
    } finally {
      await embedded.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
