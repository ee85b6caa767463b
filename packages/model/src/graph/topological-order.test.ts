import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EdgeDocument, NodeDocument } from './pipeline-document.ts';
import { topologicalOrder } from './topological-order.ts';

const node: NodeDocument = { type: 'union', config: {}, onError: 'port' };

function graph(keys: Iterable<string>, edges: readonly (readonly [string, string])[]) {
  return {
    nodes: new Map([...keys].map((key) => [key, node])),
    edges: edges.map(
      ([from, to]): EdgeDocument => ({ from: { node: from, port: 'out' }, to: { node: to, port: 'in' } }),
    ),
  };
}

test.each<readonly [string, string, readonly (readonly [string, string])[], string]>([
  ['no edges: by key', 'cab', [], 'order abc'],
  [
    'a chain',
    'abc',
    [
      ['c', 'b'],
      ['b', 'a'],
    ],
    'order cba',
  ],
  [
    'a diamond, ties by key',
    'abcd',
    [
      ['d', 'c'],
      ['d', 'b'],
      ['c', 'a'],
      ['b', 'a'],
    ],
    'order dbca',
  ],
  [
    'two edges between two nodes',
    'ab',
    [
      ['b', 'a'],
      ['b', 'a'],
    ],
    'order ba',
  ],
  [
    'edges to unknown nodes',
    'ab',
    [
      ['a', 'x'],
      ['x', 'b'],
      ['b', 'a'],
    ],
    'order ba',
  ],
  ['a self loop', 'ab', [['b', 'b']], 'cycle b'],
  [
    'a cycle',
    'abc',
    [
      ['c', 'b'],
      ['b', 'a'],
      ['a', 'c'],
    ],
    'cycle acb',
  ],
  [
    'a cycle behind a chain and before another',
    'abcdz',
    [
      ['d', 'c'],
      ['c', 'b'],
      ['b', 'c'],
      ['b', 'a'],
      ['a', 'z'],
    ],
    'cycle bc',
  ],
  ['nothing', '', [], 'order '],
])('%s [V1]', (_, keys, edges, expected) => {
  const result = topologicalOrder(graph(keys, edges));
  expect(result.ok ? `order ${result.order.join('')}` : `cycle ${result.cycle.join('')}`).toBe(expected);
});

const keys = [...'abcdefgh'];
const anyEdges = fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...keys)), { maxLength: 14 });
const anyEdgesForward = anyEdges.map((edges) => edges.filter(([from, to]) => from < to));
const anyGraph = fc.oneof(anyEdges, anyEdgesForward);

test('every edge goes forward, or there is a cycle of edges [V1]', () => {
  fc.assert(
    fc.property(anyGraph, (edges) => {
      const result = topologicalOrder(graph(keys, edges));
      if (result.ok) {
        expect(result.order.toSorted()).toEqual(keys);
        for (const [from, to] of edges) expect(result.order.indexOf(from)).toBeLessThan(result.order.indexOf(to));
      } else {
        const { cycle } = result;
        expect(new Set(cycle).size).toBe(cycle.length);
        for (const [i, key] of cycle.entries()) expect(edges).toContainEqual([key, cycle[(i + 1) % cycle.length]]);
      }
    }),
    { numRuns: 2000 },
  );
});

test('the order of nodes and edges in the file does not matter [V1]', () => {
  const shuffled = fc.shuffledSubarray(keys, { minLength: keys.length });
  fc.assert(
    fc.property(anyGraph, shuffled, fc.infiniteStream(fc.nat()), (edges, order, ranks) => {
      const rank = new Map(edges.map((edge) => [edge, ranks.next().value as number]));
      const elsewhere = edges.toSorted((a, b) => (rank.get(a) as number) - (rank.get(b) as number));
      expect(topologicalOrder(graph(order, elsewhere))).toEqual(topologicalOrder(graph(keys, edges)));
    }),
    { numRuns: 1000 },
  );
});

test('a thousand nodes in a ring are ordered without recursion [V1]', () => {
  const ring = Array.from({ length: 1000 }, (_, i) => [`n${i}`, `n${(i + 1) % 1000}`] as const);
  const result = topologicalOrder(
    graph(
      ring.map(([key]) => key),
      ring,
    ),
  );
  expect(!result.ok && result.cycle.length).toBe(1000);
});
