import { expect, test } from 'vitest';
import { planTasks } from '../tasks/plan-tasks.ts';
import {
  BIDS,
  checkedOf,
  configured,
  EDGES,
  NODES,
  type NodesJson,
  nodesWith,
  ORDERS,
  OUT,
} from '../testing/documents.ts';
import { compileProcess } from './compile-process.ts';

function compiled(nodes: NodesJson, edges: readonly string[]) {
  const checked = checkedOf(nodes, edges);
  return compileProcess(checked, planTasks(checked, { namespace: 'n', id: 'k3v9q2m7xw4a' }));
}

test('sources, operators and sinks are wired by their ports, results carry the event time of their edge [V1] [E8] [O1]', () => {
  const nodes = nodesWith({
    broken: configured(OUT, { topic: 'broken', key: undefined }),
    failed: configured(OUT, { topic: 'failed', key: undefined }),
    again: configured(OUT, { topic: 'again', key: undefined }),
  });
  const plan = compiled(nodes, [...EDGES, 'bids.error > broken', 'dear.error > failed', 'dear > again']);
  expect(plan.sources).toMatchObject([
    { id: 'bids', topic: 'bids', out: [{ node: 'dear', port: 0 }], errors: [{ node: 'broken', port: 0 }] },
  ]);
  expect(plan.operators).toMatchObject([
    {
      id: 'dear',
      inputs: 1,
      outputs: [
        {
          port: 'out',
          targets: [
            { node: 'again', port: 0 },
            { node: 'per10s', port: 0 },
          ],
        },
      ],
      errors: [{ node: 'failed', port: 0 }],
      onError: 'port',
      watermarkHoldMs: 0,
    },
    {
      id: 'per10s',
      outputs: [
        { port: 'out', targets: [{ node: 'out', port: 0 }] },
        { port: 'late', targets: [{ node: 'late', port: 0 }] },
      ],
      errors: [],
    },
  ]);
  expect(plan.sinks.map(({ id, topic, time }) => [id, topic, time])).toEqual([
    ['broken', 'broken', -1],
    ['again', 'again', 2],
    ['failed', 'failed', -1],
    ['late', 'late-bids', -1],
    ['out', 'top-bids', 3],
  ]);
});

test('event time and its settings are handed over [T1] [T5] [T6] [W1] [W3]', () => {
  expect(compiled(NODES, EDGES).sources[0]?.eventTime).toEqual({
    from: 2,
    maxOutOfOrderMs: 2_000,
    idleTimeoutMs: 30_000,
    maxFutureSkewMs: 3_600_000,
    futurePolicy: 'quarantine',
    closeWhenQuiet: false,
  });
  const timeless = { bids: configured(BIDS, { eventTime: undefined }), out: OUT };
  expect(compiled(timeless, ['bids > out'])).toMatchObject({ sources: [{ eventTime: null }], sinks: [{ time: -1 }] });
});

test('a generator is read from the topic of its ingest task', () => {
  const plan = compiled({ orders: ORDERS, out: configured(OUT, { key: undefined }) }, ['orders > out']);
  expect(plan.sources).toMatchObject([{ id: 'orders', topic: 'millrace.n.k3v9q2m7xw4a.ingest-orders.data' }]);
});

test('declared columns are decoded, also where no node uses them', () => {
  const decoder = compiled(NODES, EDGES).sources[0]?.decoder;
  const bytes = new TextEncoder().encode('{"auction":1,"price":250,"date_time":"2026-01-01T00:00:00Z","more":[1]}');
  expect(decoder?.decode(bytes, 0, bytes.length)).toEqual([1, 250, 1_767_225_600_000]);
});
