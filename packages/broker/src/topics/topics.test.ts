import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from '@millrace/kafka-wire';
import { afterEach, expect, test } from 'vitest';
import { nodeFiles } from '../files/node-files.ts';
import { type TopicEntry, Topics } from './topics.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-topics-'));
  folders.push(folder);
  return folder;
}

/** Topics whose journal is an array; opened again with the same array they are what they were. */
function open(folder: string, entries: TopicEntry[], mostPartitions = 100): Topics {
  let ids = entries.length;
  return new Topics({
    files: nodeFiles,
    folder,
    journal: { append: (entry) => void entries.push(entry) },
    known: [...entries],
    defaults: {},
    producerIdExpirationMs: 1_000,
    mostPartitions,
    newId: () => `${(ids++).toString().padStart(8, '0')}-0000-0000-0000-000000000000`,
    nowMs: 1,
    isClean: true,
    fsync: false,
  });
}

test('topics, their partitions and configs are there after a start', () => {
  const [folder, entries] = [newFolder(), [] as TopicEntry[]];
  const topics = open(folder, entries);
  const orders = topics.create('orders', 2, { 'retention.ms': '5' }, 1);
  topics.extend(orders, 3, 1);
  topics.create('gone', 1, {}, 1);
  topics.delete(topics.get('gone') ?? orders);
  topics.close();
  const again = open(folder, entries);
  expect(again.all().map(({ name, id, configs, partitions }) => [name, id, configs, partitions.length])).toEqual([
    ['orders', orders.id, { 'retention.ms': '5' }, 3],
  ]);
  expect(again.byId(orders.id)?.name).toBe('orders');
  expect(again.partition('orders', 2)?.config.retentionMs).toBe(5);
  again.close();
});

test('a change of configs reaches the logs at once', () => {
  const topics = open(newFolder(), []);
  const orders = topics.create('orders', 1, {}, 1);
  topics.configure(orders, { 'max.message.bytes': '77' });
  expect(topics.partition('orders', 0)?.config.maxMessageBytes).toBe(77);
  topics.close();
});

test('a topic that is made again under its name is empty', () => {
  const folder = newFolder();
  const topics = open(folder, []);
  topics.delete(topics.create('orders', 1, {}, 1));
  topics.create('orders', 1, {}, 1);
  expect(readdirSync(folder)).toEqual(['orders.00000001']);
  topics.close();
});

test('the folder of a topic that was deleted when the broker stopped goes with the next start; others are left alone', () => {
  const [folder, entries] = [newFolder(), [] as TopicEntry[]];
  const topics = open(folder, entries);
  topics.create('orders', 1, {}, 1);
  topics.close();
  nodeFiles.makeFolder(join(folder, 'somebody.elses'));
  entries.push({ ...(entries[0] as TopicEntry), partitions: 0 });
  open(folder, entries).close();
  expect(readdirSync(folder)).toEqual(['somebody.elses']);
});

test('what cannot be made is refused with its reason', () => {
  const topics = open(newFolder(), [], 5);
  topics.create('a.b', 3, {}, 1);
  expect(topics.creationFault('a_b', 1, {})).toMatchObject({
    code: ERRORS.INVALID_TOPIC_EXCEPTION,
    message: expect.stringContaining('a.b'),
  });
  expect(topics.creationFault('a.b', 1, {})).toMatchObject({ code: ERRORS.TOPIC_ALREADY_EXISTS });
  expect(topics.creationFault('c', 3, {})).toMatchObject({
    code: ERRORS.INVALID_PARTITIONS,
    message: expect.stringContaining('holds 5 at most'),
  });
  expect(topics.creationFault('c', 2, {})).toBeNull();
  const topic = topics.get('a.b');
  expect(topic === null ? null : topics.extensionFault(topic, 3)).toMatchObject({
    message: expect.stringContaining('can only grow'),
  });
  topics.close();
});
