import { expect, test } from 'vitest';
import { graphDocument, graphText, namedNode } from '../testing/graph-document.ts';
import { outcome, succeeded } from '../testing/messages.ts';
import { applyEdit } from './apply-edit.ts';
import { insertOnEdge } from './insert-on-edge.ts';

const before = graphDocument('a b c', 'a>b b.late>c.left a>c.right');
const [first, late] = before.edges;

test.each([
  [first, 'x', 'in', 'out', ['a x b c', 'a>x x>b b.late>c.left a>c.right']],
  [late, 'x', 'left', 'error', ['a b x c', 'a>b b.late>x.left x.error>c.left a>c.right']],
] as const)('a node stands between the ends, in their place [V1]', (edge, key, inPort, outPort, graph) => {
  if (edge === undefined) throw new Error('the document has this edge');
  const edit = insertOnEdge(before, edge, key, namedNode(key), inPort, outPort);
  const { document, inverse } = succeeded(applyEdit(before, edit));
  expect(graphText(document)).toEqual(graph);
  expect(document.nodes.get(key)).toEqual(namedNode(key));
  expect(graphText(succeeded(applyEdit(document, inverse)).document)).toEqual(graphText(before));
});

test('an edge that does not exist, and a key that is taken, are refused', () => {
  const [edge] = graphDocument('', 'b>c').edges;
  if (edge === undefined || first === undefined) throw new Error('the documents have these edges');
  expect(outcome(applyEdit(before, insertOnEdge(before, edge, 'x', namedNode('x'), 'in', 'out')))).toContain(
    'There is no edge from b to c.',
  );
  expect(outcome(applyEdit(before, insertOnEdge(before, first, 'c', namedNode('c'), 'in', 'out')))).toContain(
    'There is a node c already.',
  );
});
