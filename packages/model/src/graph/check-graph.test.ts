import { expect, test } from 'vitest';
import { checkGraph } from './check-graph.ts';
import type { EdgeDocument, NodeDocument } from './pipeline-document.ts';

const node: NodeDocument = { type: 'union', config: {}, onError: 'port' };

function edge(text: string): EdgeDocument {
  const [from = '', to = ''] = text.split('>').map((end) => end.trim());
  const ref = (end: string, port: string) => ({ node: end.split('.')[0] as string, port: end.split('.')[1] ?? port });
  return { from: ref(from, 'out'), to: ref(to, 'in') };
}

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['sound', ['bids > dear', 'dear > out'], []],
  ['dangling', ['bids > daer'], ['edges[0].to: There is no node daer. Did you mean dear?']],
  [
    'dangling at both ends',
    ['qqqqqq > wwwwww'],
    [
      'edges[0].from: There is no node qqqqqq. The nodes are bids, dear and out.',
      'edges[0].to: There is no node wwwwww. The nodes are bids, dear and out.',
    ],
  ],
  [
    'twice',
    ['bids > dear', 'bids.out > dear.in'],
    ['edges[1]: There is an edge from bids to dear already. Remove one.'],
  ],
  ['other ports', ['bids > dear', 'bids.error > dear'], []],
  [
    'a cycle',
    ['bids > dear', 'dear > bids'],
    ['bids: The nodes bids → dear → bids form a cycle. Remove one of its edges.'],
  ],
  ['a self loop', ['out > out'], ['out: The node out is connected to itself. Remove that edge.']],
])('%s [V1]', (_, edges, expected) => {
  const nodes = new Map(['bids', 'dear', 'out'].map((key) => [key, node]));
  const issues = checkGraph({ nodes, edges: edges.map(edge) });
  expect(issues.map((issue) => `${issue.field ?? issue.node}: ${issue.message}`)).toEqual(expected);
});
