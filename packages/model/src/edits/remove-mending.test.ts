import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDocument } from '../graph/format-document.ts';
import { smallDocument } from '../testing/arbitrary-edit.ts';
import { graphDocument, graphText } from '../testing/graph-document.ts';
import { outcome, succeeded } from '../testing/messages.ts';
import { applyEdit } from './apply-edit.ts';
import { removeMending } from './remove-mending.ts';

test.each<readonly [string, string, string, string, string, string]>([
  ['one in a row', 'a b c', 'a>b b>c', 'b', 'a c', 'a>c'],
  ['ports of the ends', 'a b c', 'a.late>b.left b.error>c.right', 'b', 'a c', 'a.late>c.right'],
  ['two in a row', 'a b c d', 'a>b b>c c>d', 'b c', 'a d', 'a>d'],
  ['two apart', 'a b c d e', 'a>b b>c c>d d>e', 'd b', 'a c e', 'a>c c>e'],
  ['the place of the edge', 'a b c d', 'c>d a>b a>d b>c', 'b', 'a c d', 'c>d a>c a>d'],
  ['two outputs', 'a b c d', 'a>b b>c b>d', 'b', 'a c d', ''],
  ['two inputs', 'a b c d', 'a>c b>c c>d', 'c', 'a b d', ''],
  ['a row that ends in two outputs', 'a b c d e', 'a>b b>c c>d c>e', 'b c', 'a d e', ''],
  ['the first and the last', 'a b c', 'a>b b>c', 'a c', 'b', ''],
  ['an edge that exists', 'a b c', 'a>c a>b b>c', 'b', 'a c', 'a>c'],
  ['two in parallel', 'a b c d', 'a>b a>c b>d c>d', 'b c', 'a d', 'a>d'],
  ['a circle', 'a b c', 'b>c c>b', 'b c', 'a', ''],
  ['a node connected to itself', 'a b', 'a>a a>b', 'a', 'b', ''],
  ['an end that is missing', 'a b', 'a>b b>x y>a', 'b', 'a', 'y>a'],
  ['a start that is missing', 'a b', 'x>a a>b', 'a', 'b', ''],
  ['named twice', 'a b c', 'a>b b>c', 'b b', 'a c', 'a>c'],
])('%s [V1]', (_, keys, edges, removed, keysAfter, edgesAfter) => {
  const before = graphDocument(keys, edges);
  const { document, inverse } = succeeded(applyEdit(before, removeMending(before, removed.split(' '))));
  expect(graphText(document)).toEqual([keysAfter, edgesAfter]);
  expect(graphText(succeeded(applyEdit(document, inverse)).document)).toEqual([keys, edges]);
});

test('a node that does not exist is refused', () => {
  const before = graphDocument('a', '');
  expect(outcome(applyEdit(before, removeMending(before, ['a', 'b'])))).toContain('There is no node b. Add it.');
});

test('whatever is chosen in whatever document goes, and comes back [V1]', () => {
  fc.assert(
    fc.property(smallDocument, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (before, chosen) => {
      const keys = [...before.nodes.keys()].filter((_, i) => chosen[i]);
      const { document, inverse } = succeeded(applyEdit(before, removeMending(before, keys)));
      expect([...document.nodes.keys()]).toEqual([...before.nodes.keys()].filter((key) => !keys.includes(key)));
      expect(document.edges.some(({ from, to }) => keys.includes(from.node) || keys.includes(to.node))).toBe(false);
      expect(formatDocument(succeeded(applyEdit(document, inverse)).document)).toBe(formatDocument(before));
    }),
  );
});
