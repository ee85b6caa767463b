import fc from 'fast-check';
import type { Edit } from '../edits/edit.ts';
import type { EdgeDocument, NodeDocument, PipelineDocument } from '../graph/pipeline-document.ts';
import { anyDocument } from './arbitrary-document.ts';

/** Few enough that edits meet the same nodes, edges that lead nowhere and edges that occur twice. */
const key = fc.constantFrom('a', 'b', 'c', 'd');
const edge: fc.Arbitrary<EdgeDocument> = fc.record({
  from: fc.record({ node: key, port: fc.constantFrom('out', 'out', 'out', 'late') }),
  to: fc.record({ node: key, port: fc.constant('in') }),
});
const text = fc.option(fc.string({ maxLength: 20 }), { nil: undefined });

const nodes: fc.Arbitrary<readonly NodeDocument[]> = anyDocument.map((document) => [...document.nodes.values()]);
const node = nodes.map(([first]): NodeDocument => first ?? { type: 'filter', config: {}, onError: 'port' });
const at = fc.option(fc.nat({ max: 8 }), { nil: undefined });
const settings = anyDocument.map((document) => document.settings);

const simpleEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ key, node, at }).map(({ at, ...rest }): Edit => ({ kind: 'addNode', ...rest, ...placed(at) })),
  fc.record({ kind: fc.constant('removeNode' as const), key }),
  fc.record({ kind: fc.constant('renameNode' as const), from: key, to: key }),
  fc.record({ kind: fc.constant('setConfig' as const), key, config: node.map(({ config }) => config) }),
  fc.record({ kind: fc.constant('setLabel' as const), key, label: text }),
  fc.record({ kind: fc.constant('setNote' as const), key, note: text }),
  fc.record({
    kind: fc.constant('setOnError' as const),
    key,
    onError: fc.constantFrom('port' as const, 'null' as const, 'stop' as const),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ edge, at }).map(({ edge, at }): Edit => ({ kind: 'addEdge', edge, ...placed(at) })),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('removeEdge' as const), edge }) },
  fc.record({ kind: fc.constant('setEdges' as const), edges: fc.array(edge, { maxLength: 8 }) }),
  fc.record({ kind: fc.constant('setSettings' as const), settings }),
);

/** Any edit of a document of {@link smallDocument}; many do not fit. */
export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: simpleEdit },
  {
    weight: 1,
    arbitrary: fc.array(simpleEdit, { maxLength: 3 }).map((edits): Edit => ({ kind: 'batch', edits })),
  },
);

/** Documents over few keys, with edges that lead nowhere or occur twice, as a file may have them. */
export const smallDocument: fc.Arbitrary<PipelineDocument> = fc
  .record({
    document: anyDocument,
    nodes: fc.uniqueArray(fc.tuple(key, node), { selector: ([name]) => name, maxLength: 4, size: 'max' }),
    edges: fc.array(edge, { maxLength: 8, size: 'max' }),
  })
  .map(({ document, nodes, edges }) => ({ ...document, nodes: new Map(nodes), edges }));

function placed(at: number | undefined): { readonly at?: number } {
  return at === undefined ? {} : { at };
}
