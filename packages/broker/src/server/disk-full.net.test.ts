import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addPartitionsToTxn,
  createTopics,
  deleteTopics,
  ERRORS,
  endTxn,
  errorName,
  incrementalAlterConfigs,
  initProducerId,
  metadata,
  offsetCommit,
} from '@millrace/kafka-wire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import { makeBatch } from '../log/testing/make-batch.ts';
import { openTestBroker, type TestBroker } from './testing/test-broker.ts';
import { TopicClient } from './testing/topic-client.ts';

const TOPIC = { name: 'another', numPartitions: 1, replicationFactor: 1, assignments: [], configs: [] };
const NO_ID = '00000000-0000-0000-0000-000000000000';
const TRANSACTIONAL_ID = 'mover';

async function valuesOf(client: TopicClient): Promise<readonly string[]> {
  const { records } = await client.readAll();
  return records.toString('latin1').match(/value-\d+/g) ?? [];
}

describe('a disk that is full', () => {
  let dataFolder: string;
  let files: MemoryFiles;
  let under: TestBroker;
  let client: TopicClient;

  beforeEach(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'millrace-broker-'));
    files = new MemoryFiles();
    under = await openTestBroker({ files, dataFolder, settings: { 'log.segment.bytes': '300' } });
    client = await TopicClient.open(under.port);
  });

  afterEach(async () => {
    await client.raw.end();
    await under.end();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  async function reopen(): Promise<void> {
    await client.raw.end();
    await under.end();
    under = await openTestBroker({ files, dataFolder });
    client = await TopicClient.open(under.port);
  }

  function fill(room = 0): void {
    files.capacityBytes = files.usedBytes + room;
  }

  const batch = (value: string) => makeBatch({ records: [{ value, timestampMs: Date.now() }] });

  test.each([0, 1, 30, 75, 76, 90])(
    'with %i bytes left refuses Produce, is read, and takes more when there is room',
    async (room) => {
      const accepted: string[] = [];
      for (let i = 0; i < 3; i++) await client.put(`value-${i}`).then(() => accepted.push(`value-${i}`));
      fill(room);
      for (let i = 3; i < 6; i++) {
        const { errorCode } = await client.produce(batch(`value-${i}`));
        if (errorCode === ERRORS.NONE) accepted.push(`value-${i}`);
        else expect(errorName(errorCode)).toBe('KAFKA_STORAGE_ERROR');
      }
      expect(accepted.length).toBeLessThan(6);
      expect(await valuesOf(client)).toEqual(accepted);
      files.capacityBytes = Number.POSITIVE_INFINITY;
      for (let i = 6; i < 9; i++) await client.put(`value-${i}`).then(() => accepted.push(`value-${i}`));
      expect(await valuesOf(client)).toEqual(accepted);
      await reopen();
      expect(await valuesOf(client)).toEqual(accepted);
      expect(under.lines.filter((line) => line.startsWith('error'))).toEqual([]);
    },
  );

  test('refuses what is about topics with the reason, and does it when there is room', async () => {
    const { raw } = client;
    fill();
    const wanted = { topics: [TOPIC], timeoutMs: 1, validateOnly: false };
    const refused = await raw.ask(createTopics, wanted);
    expect(refused.topics[0]).toMatchObject({
      errorCode: ERRORS.KAFKA_STORAGE_ERROR,
      errorMessage: expect.stringContaining('ENOSPC'),
    });
    const alter = {
      resources: [
        {
          resourceType: 2,
          resourceName: 'good',
          configs: [{ name: 'retention.ms', configOperation: 0, value: '1000' }],
        },
      ],
      validateOnly: false,
    };
    expect((await raw.ask(incrementalAlterConfigs, alter)).responses[0]?.errorCode).toBe(ERRORS.KAFKA_STORAGE_ERROR);
    const auto = { topics: [{ name: 'by itself' }, { name: 'by-itself' }], allowAutoTopicCreation: true };
    const codes = (await raw.ask(metadata, auto)).topics.map(({ errorCode }) => errorCode);
    expect(codes).toEqual([ERRORS.INVALID_TOPIC_EXCEPTION, ERRORS.KAFKA_STORAGE_ERROR]);
    const gone = { topics: [{ name: 'good', topicId: NO_ID }], timeoutMs: 1 };
    expect((await raw.ask(deleteTopics, gone)).responses[0]?.errorCode).toBe(ERRORS.KAFKA_STORAGE_ERROR);
    await client.fetchFrom(0);
    files.capacityBytes = Number.POSITIVE_INFINITY;
    expect((await raw.ask(createTopics, wanted)).topics[0]?.errorCode).toBe(ERRORS.NONE);
    await client.works();
    await reopen();
    await client.works();
  });

  test('refuses offsets and transactions so that clients try again, and an open transaction commits when there is room', async () => {
    const { raw } = client;
    const init = { transactionalId: TRANSACTIONAL_ID, transactionTimeoutMs: 60_000 };
    const { producerId, producerEpoch } = await raw.ask(initProducerId, init);
    const producer = { transactionalId: TRANSACTIONAL_ID, producerId, producerEpoch };
    await raw.ask(addPartitionsToTxn, { ...producer, topics: [{ name: 'good', partitions: [0] }] });
    const sent = makeBatch({
      records: [{ value: 'value-1', timestampMs: Date.now() }],
      producerId,
      epoch: producerEpoch,
      sequence: 0,
      transactional: true,
    });
    expect((await client.produce(sent, TRANSACTIONAL_ID)).errorCode).toBe(ERRORS.NONE);
    fill();
    const end = { ...producer, committed: true };
    expect(errorName((await raw.ask(endTxn, end)).errorCode)).toBe('COORDINATOR_NOT_AVAILABLE');
    const offsets = {
      groupId: 'g',
      generationId: -1,
      memberId: '',
      topics: [{ name: 'good', partitions: [{ index: 0, offset: 1, metadata: '' }] }],
    };
    const committed = await raw.ask(offsetCommit, offsets);
    expect(errorName(committed.topics[0]?.partitions[0]?.errorCode ?? 0)).toBe('COORDINATOR_NOT_AVAILABLE');
    const other = await raw.ask(initProducerId, { ...init, transactionalId: 'other' });
    expect(errorName(other.errorCode)).toBe('COORDINATOR_NOT_AVAILABLE');
    files.capacityBytes = Number.POSITIVE_INFINITY;
    expect((await raw.ask(endTxn, end)).errorCode).toBe(ERRORS.NONE);
    expect((await raw.ask(offsetCommit, offsets)).topics[0]?.partitions[0]?.errorCode).toBe(ERRORS.NONE);
    await reopen();
    const { lastStableOffset, highWatermark, records } = await client.readAll();
    expect([lastStableOffset, highWatermark]).toEqual([2, 2]);
    expect(records.includes('value-1')).toBe(true);
  });
});

/** Whether that was possible. */
function mountSmallDisk(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).status === 0;
}

/** Why this process cannot have a disk of 2 MB; null where it can. */
function whyNoSmallDisk(): string | null {
  if (process.getuid?.() !== 0) return 'only root can mount a small disk';
  const folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'));
  const isPossible = mountSmallDisk(folder);
  if (isPossible) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isPossible ? null : 'this machine does not let root mount a small disk';
}

const WHY_NOT = whyNoSmallDisk();

describe.skipIf(WHY_NOT !== null)(`a real disk of 2 MB${WHY_NOT === null ? '' : ` (skipped: ${WHY_NOT})`}`, () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'));
    expect(mountSmallDisk(folder)).toBe(true);
  });
  afterEach(() => {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('that is filled refuses, is read, takes more when there is room, and has lost nothing', async () => {
    const ballast = join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(1_000_000));
    const dataFolder = join(folder, 'data');
    const under = await openTestBroker({ dataFolder });
    const client = await TopicClient.open(under.port);
    const accepted: string[] = [];
    let refusals = 0;
    for (let i = 0; refusals < 3; i++) {
      const sent = makeBatch({ records: [{ value: `value-${i}!${'x'.repeat(50_000)}`, timestampMs: Date.now() }] });
      const { errorCode } = await client.produce(sent);
      if (errorCode === ERRORS.NONE) accepted.push(`value-${i}`);
      else {
        expect(errorName(errorCode)).toBe('KAFKA_STORAGE_ERROR');
        refusals += 1;
      }
    }
    expect(accepted.length).toBeGreaterThan(5);
    expect(await valuesOf(client)).toEqual(accepted);
    rmSync(ballast);
    await client.put('value-99');
    accepted.push('value-99');
    await client.raw.end();
    await under.end();
    const again = await openTestBroker({ dataFolder });
    const read = await TopicClient.open(again.port);
    expect(await valuesOf(read)).toEqual(accepted);
    expect(again.lines.filter((line) => line.startsWith('error'))).toEqual([]);
    await read.raw.end();
    await again.end();
  });
});
