import { expect, test } from 'vitest';
import {
  BIDS,
  checkedOf,
  configured,
  DEAR,
  EDGES,
  NODES,
  type NodesJson,
  nodesWith,
  ORDERS,
  OUT,
  PER10S,
} from '../testing/documents.ts';
import { compareMeaning, sameMeaning } from './compare-meaning.ts';
import { hashText } from './hash-text.ts';
import { meaningHashes } from './meaning-hashes.ts';

const BEFORE = meaningHashes(checkedOf(NODES, EDGES));
const EVENT_TIME = { column: 'date_time', maxOutOfOrder: '2s' };

function changeTo(nodes: NodesJson, edges: readonly string[] = EDGES) {
  return compareMeaning(BEFORE, meaningHashes(checkedOf(nodes, edges)));
}

test('every node has a hash of 64 bits', () => {
  expect([...BEFORE.keys()].sort()).toEqual(Object.keys(NODES).sort());
  for (const hash of BEFORE.values()) expect(hash).toMatch(/^[0-9a-f]{16}$/);
});

/** The test vectors of FNV-1a, 64 bits. */
test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('the hash of %j', (text, hash) => {
  expect(hashText(text)).toBe(hash);
});

test.each<[string, NodesJson, (readonly string[])?]>([
  ['another order', Object.fromEntries(Object.entries(NODES).reverse()), [...EDGES].reverse()],
  ['a label and a note', nodesWith({ dear: { ...DEAR, label: 'Dear ones', note: 'above 100' } })],
  ['another spelling of an expression', nodesWith({ dear: configured(DEAR, { where: '( price>100 )' }) })],
  ['another spelling of a duration', nodesWith({ per10s: configured(PER10S, { size: '10000ms' }) })],
  ['a default that is written out', nodesWith({ per10s: configured(PER10S, { offset: '0s', emit: 'on-close' }) })],
  ['another place to start', nodesWith({ bids: configured(BIDS, { startFrom: 'latest' }) })],
  [
    'another wait for idle partitions',
    nodesWith({ bids: configured(BIDS, { eventTime: { ...EVENT_TIME, idleTimeout: 'never' } }) }),
  ],
  ['another disorder', nodesWith({ bids: configured(BIDS, { eventTime: { ...EVENT_TIME, maxOutOfOrder: '9s' } }) })],
  ['partitions of a topic to be made', nodesWith({ out: configured(OUT, { partitions: 2 }) })],
])('%s keeps every meaning', (_, nodes, edges) => {
  expect(sameMeaning(changeTo(nodes, edges))).toBe(true);
});

test.each<[string, NodesJson, readonly string[]]>([
  ['a condition', nodesWith({ dear: configured(DEAR, { where: 'price > 101' }) }), ['dear', 'late', 'out', 'per10s']],
  ['a size', nodesWith({ per10s: configured(PER10S, { size: '20s' }) }), ['late', 'out', 'per10s']],
  ['the place of an error', nodesWith({ per10s: { ...PER10S, onError: 'stop' } }), ['late', 'out', 'per10s']],
  ['a sink’s topic', nodesWith({ out: configured(OUT, { topic: 'x' }) }), ['out']],
  ['a sink’s key', nodesWith({ out: configured(OUT, { key: undefined }) }), ['out']],
  [
    'a source’s topic',
    nodesWith({ bids: configured(BIDS, { topic: 'x' }) }),
    ['bids', 'dear', 'late', 'out', 'per10s'],
  ],
  [
    'a source’s isolation',
    nodesWith({ bids: configured(BIDS, { isolation: 'read_uncommitted' }) }),
    ['bids', 'dear', 'late', 'out', 'per10s'],
  ],
])('%s changes its node and those behind it', (_, nodes, changed) => {
  expect(changeTo(nodes)).toEqual({ changed, added: [], removed: [] });
});

test('another wiring changes what is behind it, nodes come and go', () => {
  const nodes = { bids: BIDS, also: DEAR, per10s: PER10S, out: OUT };
  expect(changeTo(nodes, ['bids > also', 'also > per10s', 'per10s > out'])).toEqual({
    changed: [],
    added: ['also'],
    removed: ['dear', 'late'],
  });
  expect(changeTo({ bids: BIDS, per10s: PER10S, out: OUT }, ['bids > per10s', 'per10s > out']).changed).toEqual([
    'out',
    'per10s',
  ]);
});

test('the condition of an aggregate changes its window, its spelling does not', () => {
  const window = (where: string) => configured(PER10S, { aggregates: [{ name: 'bids', fn: 'count', where }] });
  const hash = (where: string) => meaningHashes(checkedOf(nodesWith({ per10s: window(where) }), EDGES)).get('per10s');
  expect(hash('( price>100 )')).toBe(hash('price > 100'));
  expect(hash('price > 101')).not.toBe(hash('price > 100'));
});

test('what a generator makes is a matter of its settings', () => {
  const out = configured(OUT, { key: undefined });
  const hash = (changes: object) =>
    meaningHashes(checkedOf({ orders: configured(ORDERS, { ...changes }), out }, ['orders > out'])).get('orders');
  expect(hash({ seed: 8 })).not.toBe(hash({ seed: 7 }));
  expect(hash({ disorder: '2000ms' })).toBe(hash({ disorder: '2s' }));
});
