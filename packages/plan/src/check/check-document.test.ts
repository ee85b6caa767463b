import { formatDocument, type Issue, parseDocument } from '@millrace/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BIDS,
  checkedOf,
  configured,
  DEAR,
  documentOf,
  EDGES,
  NODES,
  type NodesJson,
  nodesWith,
  ORDERS,
  OUT,
  PER10S,
} from '../testing/documents.ts';
import { checkDocument } from './check-document.ts';

/** `error dear where: …` */
function texts(issues: readonly Issue[]): string[] {
  return issues.map(({ severity, node = '', field = '', message }) => `${severity} ${node} ${field}: ${message}`);
}

function issuesOf(nodes: NodesJson, edges: readonly string[], parameters = {}): string[] {
  return texts(checkDocument(documentOf(nodes, edges, parameters)).issues);
}

test('a whole pipeline is accepted and typed from end to end [V1] [O1] [L5]', () => {
  const checked = checkedOf(NODES, EDGES);
  expect(checked.order).toEqual(['bids', 'dear', 'per10s', 'late', 'out']);
  expect(
    checked.nodes
      .get('per10s')
      ?.inputs.get('in')
      ?.columns.map(({ name }) => name),
  ).toEqual(['auction', 'price', 'date_time']);
  const out = checked.nodes.get('out');
  expect(out?.inputs.get('in')?.columns.map(({ name }) => name)).toEqual([
    'auction',
    'window_start',
    'window_end',
    'window_time',
    'bids',
  ]);
  expect(out?.inputs.get('in')?.time).toBe(3);
  expect(out?.role === 'sink' && out.description.key).toEqual([0]);
  expect(checked.edges).toHaveLength(4);
});

test.each<[string, NodesJson, readonly string[], readonly string[]]>([
  [
    'a self-loop',
    NODES,
    [...EDGES.filter((edge) => edge !== 'bids > dear'), 'dear > dear'],
    ['error dear .*itself', 'warning bids'],
  ],
  [
    'a cycle of three',
    nodesWith({ a: DEAR, b: DEAR, c: DEAR }),
    [...EDGES, 'a > b', 'b > c', 'c > a'],
    ['error a .*a → b → c → a'],
  ],
  [
    'two cycles at once',
    nodesWith({ a: DEAR, b: DEAR, c: DEAR, d: DEAR }),
    [...EDGES, 'a > b', 'b > a', 'c > d', 'd > c'],
    ['error a .*a → b → a', 'error c .*c → d → c'],
  ],
  [
    'an edge from nowhere',
    NODES,
    [...EDGES, 'bid > dear'],
    ['edges\\[4\\].from: There is no node bid. Did you mean bids', 'error dear .*takes one edge'],
  ],
  ['an edge to nowhere', NODES, [...EDGES, 'dear > nowhere'], ['edges\\[4\\].to: There is no node nowhere']],
  ['an edge that stands there twice', NODES, [...EDGES, 'bids > dear'], ['edges\\[4\\].*already']],
  [
    'an output that is not there',
    NODES,
    [...EDGES.slice(0, 3), 'per10s.lat > late'],
    ['error per10s : There is no output lat .*Did you mean late'],
  ],
  [
    'an input that is not there',
    NODES,
    ['bids > dear.left', ...EDGES.slice(1)],
    ['error dear : There is no input left .*inputs are in', 'error dear : The input in is not connected'],
  ],
  [
    'an edge out of a sink',
    NODES,
    [...EDGES, 'out > dear'],
    [
      'error dear .*takes one edge',
      'error dear .*→ dear form a cycle',
      'error out : There is no output out .*no outputs',
    ],
  ],
  [
    'an edge into a source',
    nodesWith({ more: DEAR }),
    [...EDGES, 'dear > more', 'more > bids'],
    ['error bids : There is no input in .*no inputs', 'cycle'],
  ],
  [
    'two edges into one input',
    nodesWith({ more: configured(BIDS, { topic: 'b' }) }),
    [...EDGES, 'more > dear'],
    ['error dear .*edges from bids and more'],
  ],
  ['an input without an edge', NODES, EDGES.slice(1), ['error dear .*not connected', 'warning bids']],
  [
    'a source that reads what a sink writes',
    nodesWith({ out: configured(OUT, { topic: 'bids' }) }),
    EDGES,
    ['error out topic: The topic bids is read by bids'],
  ],
  [
    'a topic read twice',
    nodesWith({ more: BIDS, on: configured(OUT, { topic: 'x' }) }),
    [...EDGES, 'more > on'],
    ['error more topic: .*read by bids already'],
  ],
  [
    'two numbers of partitions for one topic',
    nodesWith({ out: configured(OUT, { partitions: 2 }), late: configured(OUT, { partitions: 3, key: undefined }) }),
    EDGES,
    ['error out partitions: The topic top-bids has 3 partitions at late, not 2'],
  ],
  [
    'an unknown type',
    nodesWith({ dear: { ...DEAR, type: 'filtr' } }),
    EDGES,
    ['error dear type: There is no node type filtr. Did you mean filter'],
  ],
  ['no sink', { bids: BIDS }, [], ['error  : The pipeline has no sink', 'warning bids .*Nothing takes up']],
  [
    'onError at a source',
    nodesWith({ bids: { ...BIDS, onError: 'stop' } }),
    EDGES,
    ['error bids onError: Only operators'],
  ],
  [
    'an unknown setting',
    nodesWith({ out: configured(OUT, { topik: 'x' }) }),
    EDGES,
    ['error out topik: There is no field topik here. Did you mean topic'],
  ],
  [
    'an unknown setting further inside',
    nodesWith({ bids: configured(BIDS, { eventTime: { column: 'date_time', maxOutOfOder: '1s' } }) }),
    EDGES,
    ['error bids eventTime.maxOutOfOder: .*Did you mean maxOutOfOrder'],
  ],
  [
    'a missing setting',
    nodesWith({ out: configured(OUT, { topic: undefined }) }),
    EDGES,
    ['error out topic: Name a topic.'],
  ],
  [
    'a list that is none',
    nodesWith({ per10s: configured(PER10S, { groupBy: 'auction' }) }),
    EDGES,
    ['error per10s groupBy: This must be a list. Correct it.'],
  ],
  [
    'a setting of an aggregate',
    nodesWith({ per10s: configured(PER10S, { aggregates: [{ name: 'n', fn: 'count', off: 'price' }] }) }),
    EDGES,
    ['error per10s aggregates\\[0\\].off: There is no field off here. Did you mean of'],
  ],
  [
    'a column that is not there',
    nodesWith({ out: configured(OUT, { key: ['price'] }) }),
    EDGES,
    ['error out key\\[0\\]: There is no column price'],
  ],
  [
    'a window behind a source without event time [O1]',
    nodesWith({ bids: configured(BIDS, { eventTime: undefined }) }),
    EDGES,
    ['error per10s : The input has no event time'],
  ],
])('%s is refused [V1]', (_, nodes, edges, expected) => {
  const found = issuesOf(nodes, edges);
  expect(found, found.join('\n')).toHaveLength(expected.length);
  for (const pattern of expected) expect(found.join('\n')).toMatch(new RegExp(pattern));
});

test('an error in an expression has its place in the text [X1] [V1]', () => {
  const { issues } = checkDocument(documentOf(nodesWith({ dear: configured(DEAR, { where: 'prize > 100' }) }), EDGES));
  expect(issues).toMatchObject([{ severity: 'error', node: 'dear', field: 'where', range: { from: 0, to: 5 } }]);
});

test('mistakes that do not hang together come at once, also behind a broken node [V1]', () => {
  const nodes = nodesWith({
    bids: configured(BIDS, { topic: 'no topic' }),
    dear: { ...DEAR, type: 'fliter' },
    per10s: configured(PER10S, { aggregates: [] }),
    out: configured(OUT, { mode: 'upsert' }),
  });
  const found = issuesOf(nodes, [...EDGES, 'late > out']);
  expect(found.map((text) => text.split(':')[0])).toEqual([
    'error bids topic',
    'error dear type',
    'error late ',
    'error out mode',
    'error per10s aggregates',
  ]);
});

function parameter(name: string): string {
  return `\${${name}}`;
}

test('parameters are put in before anything is judged [V1]', () => {
  const nodes = nodesWith({
    bids: configured(BIDS, { topic: parameter('BIDS') }),
    out: configured(OUT, { topic: `${parameter('PREFIX')}-out` }),
  });
  const parameters = { BIDS: 'bids-1', PREFIX: 'p' };
  const topicsOf = (overrides: ReadonlyMap<string, string>) => {
    const checked = checkDocument(documentOf(nodes, EDGES, parameters), overrides);
    return checked.ok
      ? [...checked.value.nodes.values()].flatMap((node) => (node.role === 'source' ? [node.description.topic] : []))
      : [];
  };
  expect(topicsOf(new Map())).toEqual([{ kind: 'existing', name: 'bids-1' }]);
  expect(topicsOf(new Map([['BIDS', 'bids-2']]))).toEqual([{ kind: 'existing', name: 'bids-2' }]);
  expect(issuesOf(nodes, EDGES, { BIDS: 'p-out', PREFIX: 'p' })).toEqual([
    expect.stringContaining('The topic p-out is read by bids'),
  ]);
  expect(issuesOf(nodes, EDGES, { BIDS: 'b' })).toEqual([expect.stringMatching(/error out topic: .*PREFIX/)]);
});

test('a source that nothing reads is a warning, not an error', () => {
  const checked = checkDocument(documentOf(nodesWith({ orders: ORDERS }), EDGES));
  expect(checked.ok).toBe(true);
  expect(texts(checked.issues)).toEqual([
    expect.stringContaining('warning orders : Nothing takes up what orders sends.'),
  ]);
});

test('a pipeline does not read its own dead letters [V1] [E8]', () => {
  const nodes = nodesWith({ bids: configured(BIDS, { topic: 'millrace.n.k3v9q2m7xw4a.dead' }) });
  const found = (id: string) => texts(checkDocument(documentOf(nodes, EDGES, {}, id)).issues);
  expect(found('k3v9q2m7xw4a')).toEqual([expect.stringContaining('error bids topic: The topic millrace')]);
  expect(found('m7xw4ak3v9q2')).toEqual([]);
});

const BROKEN: NodesJson = {
  ...NODES,
  orders: ORDERS,
  again: BIDS,
  a: DEAR,
  b: configured(DEAR, { where: 'nothing > 1' }),
  c: { ...DEAR, type: 'fitler' },
};
const BROKEN_EDGES = [...EDGES, 'orders > a', 'a > b', 'b > a', 'orders > c', 'x > c', 'again.late > b'];

test.each([
  ['a right document', NODES, EDGES],
  ['a broken document', BROKEN, BROKEN_EDGES],
] as const)('%s is judged alike in every order of its nodes and edges [V1]', (_, nodes, edges) => {
  const inOrder = checkDocument(documentOf(nodes, edges));
  fc.assert(
    fc.property(
      fc.shuffledSubarray(Object.keys(nodes), { minLength: Object.keys(nodes).length }),
      fc.shuffledSubarray([...edges], { minLength: edges.length }),
      (ids, shuffledEdges) => {
        const shuffled = checkDocument(
          documentOf(Object.fromEntries(ids.map((id) => [id, nodes[id] as NodesJson[string]])), shuffledEdges),
        );
        const place = /edges\[\d+\]/;
        const judged = (issues: readonly Issue[]) =>
          texts(issues)
            .map((text) => text.replace(place, 'edges'))
            .sort();
        expect(judged(shuffled.issues)).toEqual(judged(inOrder.issues));
        if (!inOrder.ok || !shuffled.ok) return;
        expect(shuffled.value.order).toEqual(inOrder.value.order);
        expect([...shuffled.value.nodes]).toEqual([...inOrder.value.nodes]);
        expect(shuffled.value.edges).toEqual(inOrder.value.edges);
      },
    ),
    { numRuns: 60 },
  );
});

test('a document that was saved and loaded is judged alike [V1]', () => {
  for (const [nodes, edges] of [[NODES, EDGES] as const, [BROKEN, BROKEN_EDGES] as const]) {
    const document = documentOf(nodes, edges);
    const loaded = parseDocument(formatDocument(document));
    if (!loaded.ok) throw new Error(texts(loaded.issues).join('\n'));
    expect(checkDocument(loaded.value)).toEqual(checkDocument(document));
  }
});
