import { expect, test } from 'vitest';
import { checkedOf, configured, DEAR, EDGES, NODES, nodesWith, ORDERS, OUT } from '../testing/documents.ts';
import { formatTasks } from './format-tasks.ts';
import { planTasks } from './plan-tasks.ts';
import type { TopicPlan } from './task-plan.ts';

const NAME = { namespace: 'quiet-otter', id: 'k3v9q2m7xw4a' };
const PREFIX = 'millrace.quiet-otter.k3v9q2m7xw4a';
const GENERATED = {
  orders: ORDERS,
  some: configured(DEAR, { where: 'amount > 100' }),
  out: configured(OUT, { topic: 'o', key: undefined }),
};
const GENERATED_EDGES = ['orders > some', 'some > out'];

function topicsOf(topics: readonly TopicPlan[]): string[] {
  return topics.map(
    ({ name, purpose, partitions, make }) => `${purpose} ${name} ${partitions} ${make ? 'made' : 'there'}`,
  );
}

test('a pipeline between topics is one process task', () => {
  const plan = planTasks(checkedOf(NODES, EDGES), NAME);
  expect(plan.tasks).toEqual([
    {
      kind: 'process',
      name: 'process',
      transactionalId: `${PREFIX}.process`,
      group: `${PREFIX}.process`,
      stateTopic: `${PREFIX}.process.state`,
      deadTopic: `${PREFIX}.dead`,
      sources: [{ node: 'bids', topic: 'bids', startFrom: 'earliest', isolation: 'read_committed' }],
      sinks: [
        { node: 'late', topic: 'late-bids', isView: false },
        { node: 'out', topic: 'top-bids', isView: false },
      ],
    },
  ]);
  expect(topicsOf(plan.topics)).toEqual([
    'source bids null there',
    `state ${PREFIX}.process.state 1 made`,
    'sink late-bids 4 made',
    'sink top-bids 4 made',
    `dead ${PREFIX}.dead 1 made`,
  ]);
});

test('a source outside of Kafka is an ingest task with topics of its own', () => {
  const plan = planTasks(checkedOf(GENERATED, GENERATED_EDGES), NAME);
  expect(plan.tasks).toMatchObject([
    {
      kind: 'ingest',
      name: 'ingest-orders',
      node: 'orders',
      transactionalId: `${PREFIX}.ingest-orders`,
      stateTopic: `${PREFIX}.ingest-orders.state`,
      dataTopic: `${PREFIX}.ingest-orders.data`,
      partitions: 3,
    },
    { kind: 'process', sources: [{ node: 'orders', topic: `${PREFIX}.ingest-orders.data` }] },
  ]);
  expect(topicsOf(plan.topics)).toEqual([
    `state ${PREFIX}.ingest-orders.state 1 made`,
    `data ${PREFIX}.ingest-orders.data 3 made`,
    `state ${PREFIX}.process.state 1 made`,
    'sink o 4 made',
    `dead ${PREFIX}.dead 1 made`,
  ]);
});

test('state is kept until the service deletes it [E9]', () => {
  const { topics } = planTasks(checkedOf(GENERATED, GENERATED_EDGES), NAME);
  for (const { config, partitions } of topics.filter(({ purpose }) => purpose === 'state')) {
    expect(partitions).toBe(1);
    expect(config).toMatchObject({
      'cleanup.policy': 'delete',
      'retention.ms': '-1',
      'retention.bytes': '-1',
      'message.timestamp.type': 'CreateTime',
    });
    expect(Number(config['max.message.bytes'])).toBeGreaterThanOrEqual(1_048_576);
  }
});

test('what is ingested is kept for 7 days or 1 GB over all partitions, from its arrival', () => {
  const topic = planTasks(checkedOf(GENERATED, GENERATED_EDGES), NAME).topics.find(({ purpose }) => purpose === 'data');
  expect(topic?.config).toMatchObject({ 'retention.ms': '604800000', 'message.timestamp.type': 'LogAppendTime' });
  expect(Number(topic?.config['retention.bytes']) * 3).toBeLessThanOrEqual(2 ** 30);
});

test('results are never deleted by their event time, and may lie ahead of the clock', () => {
  const { topics } = planTasks(checkedOf(NODES, EDGES), NAME);
  for (const { config } of topics.filter(({ purpose }) => purpose === 'sink')) {
    expect(config).toMatchObject({ 'retention.ms': '-1', 'message.timestamp.after.max.ms': String(2n ** 63n - 1n) });
  }
});

test('a topic that two sinks write to is there once, with the partitions that one of them states', () => {
  const nodes = nodesWith({ late: configured(OUT, { key: undefined, partitions: 2 }) });
  const topic = planTasks(checkedOf(nodes, EDGES), NAME).topics.filter(({ purpose }) => purpose === 'sink');
  expect(topic).toMatchObject([{ name: 'top-bids', nodes: ['late', 'out'], partitions: 2, exactPartitions: true }]);
});

test('the plan can be read', () => {
  const lines = formatTasks(planTasks(checkedOf(GENERATED, GENERATED_EDGES), NAME)).split('\n');
  const words = lines.map((line) => line.split(/ {2,}/));
  expect(words).toEqual([
    ['task', 'reads', 'writes', 'transactional id', 'group'],
    ['ingest-orders', 'orders', `${PREFIX}.ingest-orders.data`, `${PREFIX}.ingest-orders`, '–'],
    ['process', `${PREFIX}.ingest-orders.data`, 'o', `${PREFIX}.process`, `${PREFIX}.process`],
    [''],
    ['topic', 'purpose', 'partitions', 'made', 'kept'],
    [`${PREFIX}.ingest-orders.state`, 'state', '1', 'when missing', 'without limit'],
    [`${PREFIX}.ingest-orders.data`, 'data', '3', 'when missing', '7 days or 341 MB per partition'],
    [`${PREFIX}.process.state`, 'state', '1', 'when missing', 'without limit'],
    ['o', 'sink', '4', 'when missing', 'without limit'],
    [`${PREFIX}.dead`, 'dead', '1', 'when missing', '30 days'],
    [''],
  ]);
});
