import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDocument } from '../graph/format-document.ts';
import { smallDocument } from '../testing/arbitrary-edit.ts';
import { graphDocument, graphText } from '../testing/graph-document.ts';
import { succeeded } from '../testing/messages.ts';
import { applyEdit } from './apply-edit.ts';
import { pasteNodes } from './paste-nodes.ts';

test.each<readonly [string, readonly [string, string], readonly [string, string], readonly [string, string]]>([
  ['keys that are free', ['a b', 'a>b'], ['c d', 'c>d'], ['a b c d', 'a>b c>d']],
  ['keys that are taken', ['a b', 'a>b'], ['a b', 'a>b'], ['a b a2 b2', 'a>b a2>b2']],
  ['keys that meet each other', ['a', ''], ['a a2', 'a.late>a2.left'], ['a a2 a3', 'a2.late>a3.left']],
  ['edges to the outside', ['a b c', 'a>b b>c'], ['b', 'a>b b>c'], ['a b c b2', 'a>b b>c']],
  ['an edge copied twice', ['', ''], ['a b', 'a>b a>b'], ['a b', 'a>b']],
  ['an edge that leads nowhere', ['a', 'a>b'], ['b', ''], ['a b2', 'a>b']],
])('%s [V1]', (_, [keys, edges], [copiedKeys, copiedEdges], pasted) => {
  const before = graphDocument(keys, edges);
  const clipboard = graphDocument(copiedKeys, copiedEdges);
  const { document, inverse } = succeeded(applyEdit(before, pasteNodes(before, clipboard)));
  expect(graphText(document)).toEqual(pasted);
  expect([...document.nodes.values()]).toEqual([...before.nodes.values(), ...clipboard.nodes.values()]);
  expect(graphText(succeeded(applyEdit(document, inverse)).document)).toEqual([keys, edges]);
});

test('any nodes fit into any document, and go again [V1]', () => {
  fc.assert(
    fc.property(smallDocument, smallDocument, (before, clipboard) => {
      const { document, inverse } = succeeded(applyEdit(before, pasteNodes(before, clipboard)));
      expect(document.nodes.size).toBe(before.nodes.size + clipboard.nodes.size);
      expect(document.edges.slice(0, before.edges.length)).toEqual(before.edges);
      expect(formatDocument(succeeded(applyEdit(document, inverse)).document)).toBe(formatDocument(before));
    }),
  );
});
