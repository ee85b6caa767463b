import { type EdgeDocument, formatEdge, type PipelineDocument } from '../graph/pipeline-document.ts';
import type { Edit } from './edit.ts';

/**
 * Removes nodes and joins what they stood between: an edge that came in from a node which stays goes on, through removed nodes
 * with exactly one input edge and one output edge, to the next node that stays, and keeps its place among the edges. Whether the
 * types of the two ends agree is not asked.
 */
export function removeMending(document: PipelineDocument, keys: Iterable<string>): Edit {
  const removed = new Set(keys);
  return {
    kind: 'batch',
    edits: [
      ...[...removed].map((key): Edit => ({ kind: 'removeNode', key })),
      ...mendedEdges(document, removed).flatMap(({ edge, joins }, at): Edit[] =>
        joins ? [{ kind: 'addEdge', edge, at }] : [],
      ),
    ],
  };
}

type MendedEdge = { readonly edge: EdgeDocument; readonly joins: boolean };

/** The edges that there will be: those that stay, and those that join, each once. */
function mendedEdges(document: PipelineDocument, removed: ReadonlySet<string>): readonly MendedEdge[] {
  const staying = document.edges.filter(({ from, to }) => !removed.has(from.node) && !removed.has(to.node));
  const known = new Set(staying.map(formatEdge));
  const through = passages(document, removed);
  return document.edges.flatMap((edge): MendedEdge[] => {
    if (removed.has(edge.from.node)) return [];
    if (!removed.has(edge.to.node)) return [{ edge, joins: false }];
    const to = document.nodes.has(edge.from.node) ? endBehind(edge, through, removed) : undefined;
    if (to === undefined || !document.nodes.has(to.node)) return [];
    const joined = { from: edge.from, to };
    const name = formatEdge(joined);
    if (known.has(name)) return [];
    known.add(name);
    return [{ edge: joined, joins: true }];
  });
}

/** Of each removed node with one input edge and one output edge the latter. */
function passages({ edges }: PipelineDocument, removed: ReadonlySet<string>): ReadonlyMap<string, EdgeDocument> {
  const inputs = edgesBy(edges, (edge) => edge.to.node);
  const outputs = edgesBy(edges, (edge) => edge.from.node);
  const through = new Map<string, EdgeDocument>();
  for (const key of removed) {
    const [output, ...others] = outputs.get(key) ?? [];
    if (output !== undefined && others.length === 0 && inputs.get(key)?.length === 1) through.set(key, output);
  }
  return through;
}

function edgesBy(edges: readonly EdgeDocument[], keyOf: (edge: EdgeDocument) => string): Map<string, EdgeDocument[]> {
  const groups = new Map<string, EdgeDocument[]>();
  for (const edge of edges) {
    const group = groups.get(keyOf(edge));
    if (group === undefined) groups.set(keyOf(edge), [edge]);
    else group.push(edge);
  }
  return groups;
}

/** Ends, because a node with one input edge is entered once. */
function endBehind(entry: EdgeDocument, through: ReadonlyMap<string, EdgeDocument>, removed: ReadonlySet<string>) {
  let edge: EdgeDocument | undefined = entry;
  while (edge !== undefined && removed.has(edge.to.node)) edge = through.get(edge.to.node);
  return edge?.to;
}
