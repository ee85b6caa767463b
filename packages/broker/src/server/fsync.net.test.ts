import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addOffsetsToTxn,
  addPartitionsToTxn,
  ERRORS,
  endTxn,
  initProducerId,
  offsetCommit,
  offsetFetch,
  txnOffsetCommit,
} from '@millrace/kafka-wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import { makeBatch } from '../log/testing/make-batch.ts';
import { openTestBroker } from './testing/test-broker.ts';
import { TopicClient } from './testing/topic-client.ts';

const GROUP = 'readers';
const TRANSACTIONAL_GROUP = 'movers';
const ID = 'mover';

/** What clients have been told by now. */
type Told = { values: readonly string[]; committed: number; transactions: number };
/** What the disk would hold had the power been lost at a moment, and what clients had been told then. */
type Moment = { readonly left: readonly [namesGone: MemoryFiles, namesThere: MemoryFiles]; readonly told: Told };

let dataFolder: string;
beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'millrace-broker-'));
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

function offsets(offset: number) {
  return [{ name: 'good', partitions: [{ index: 0, offset, metadata: '' }] }];
}

async function commitOffset({ raw }: TopicClient, offset: number): Promise<void> {
  const request = { groupId: GROUP, generationId: -1, memberId: '', topics: offsets(offset) };
  const { topics } = await raw.ask(offsetCommit, request);
  expect(topics[0]?.partitions[0]?.errorCode).toBe(ERRORS.NONE);
}

/** Reads, writes and moves a group's offset in a transaction: the n-th one writes `tx-n` and commits the offset n. */
async function transact(client: TopicClient, count: number): Promise<void> {
  const { raw } = client;
  const init = { transactionalId: ID, transactionTimeoutMs: 60_000 };
  const { producerId, producerEpoch, errorCode } = await raw.ask(initProducerId, init);
  expect(errorCode).toBe(ERRORS.NONE);
  const producer = { transactionalId: ID, producerId, producerEpoch };
  await raw.ask(addPartitionsToTxn, { ...producer, topics: [{ name: 'good', partitions: [0] }] });
  const records = [{ value: `tx-${count}`, timestampMs: Date.now() }];
  const batch = makeBatch({ records, producerId, epoch: producerEpoch, sequence: 0, transactional: true });
  expect((await client.produce(batch, ID)).errorCode).toBe(ERRORS.NONE);
  await raw.ask(addOffsetsToTxn, { ...producer, groupId: TRANSACTIONAL_GROUP });
  await raw.ask(txnOffsetCommit, { ...producer, groupId: TRANSACTIONAL_GROUP, topics: offsets(count) });
  expect((await raw.ask(endTxn, { ...producer, committed: true })).errorCode).toBe(ERRORS.NONE);
}

/** Works with a broker, and keeps what a loss of power would leave before each single call that changes the disk. */
async function moments(fsync: boolean): Promise<readonly Moment[]> {
  const files = new MemoryFiles();
  const all: Moment[] = [];
  let told: Told = { values: [], committed: -1, transactions: 0 };
  files.onCall = () => {
    all.push({ left: [files.reopened(true), files.reopened(true, true)], told });
  };
  const { port, end } = await openTestBroker({ files, fsync, dataFolder, settings: { 'log.segment.bytes': '1000' } });
  const client = await TopicClient.open(port);
  for (let i = 1; i <= 6; i++) {
    await client.put(`plain-${i}`);
    told = { ...told, values: [...told.values, `plain-${i}`] };
    await commitOffset(client, i);
    told = { ...told, committed: i };
    await transact(client, i);
    told = { ...told, values: [...told.values, `tx-${i}`], transactions: i };
  }
  await client.raw.end();
  // What comes now is the end in order, whose writes nobody is told of.
  files.onCall();
  files.onCall = null;
  await end();
  return all;
}

async function offsetOf({ raw }: TopicClient, groupId: string): Promise<number> {
  const groups = [{ groupId, topics: [{ name: 'good', partitions: [0] }] }];
  const answer = await raw.ask(offsetFetch, { groups });
  return answer.groups[0]?.topics[0]?.partitions[0]?.offset ?? -1;
}

/** What of the things that clients were told is not there after the power came back. */
async function lost(files: MemoryFiles, told: Told): Promise<readonly string[]> {
  const { port, end, lines } = await openTestBroker({ files, fsync: true, dataFolder });
  const client = await TopicClient.open(port);
  try {
    const { records, lastStableOffset, highWatermark } = await client.readAll();
    const committed = await offsetOf(client, GROUP);
    const moved = Math.max(0, await offsetOf(client, TRANSACTIONAL_GROUP));
    return [
      ...told.values.filter((value) => !records.includes(value)),
      ...(committed < told.committed ? [`offset ${told.committed}`] : []),
      ...(moved < told.transactions ? [`offset of transaction ${told.transactions}`] : []),
      ...(told.transactions > 0 && lastStableOffset < told.transactions * 3 ? ['a marker'] : []),
      ...(moved > 0 && !records.includes(`tx-${moved}`) ? [`the record of transaction ${moved}`] : []),
      ...(moved === told.transactions + 1 && lastStableOffset !== highWatermark ? ['the end of a transaction'] : []),
      ...lines.filter((line) => line.startsWith('error')),
    ];
  } finally {
    await client.raw.end();
    await end();
  }
}

describe('a loss of power before any call', () => {
  test('in fsync mode loses nothing that a client was told', async () => {
    const all = await moments(true);
    expect(all.length).toBeGreaterThan(100);
    for (const [at, { left, told }] of all.entries())
      for (const files of left) expect(await lost(files, told), `call ${at}`).toEqual([]);
  }, 120_000);

  test('without fsync loses what clients were told, so the proof above sees it', async () => {
    const { left, told } = (await moments(false)).at(-1) as Moment;
    const losses = await lost(left[1], told);
    expect(losses).toEqual(expect.arrayContaining(['plain-1', 'tx-6', 'offset 6']));
  });
});
