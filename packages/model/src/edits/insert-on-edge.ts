import { type EdgeDocument, type NodeDocument, type PipelineDocument, sameEdge } from '../graph/pipeline-document.ts';
import type { Edit } from './edit.ts';

/**
 * Puts a new node between the two ends of an edge. In the file the node stands behind the one that feeds it, and its two edges
 * where the one was.
 */
export function insertOnEdge(
  document: PipelineDocument,
  edge: EdgeDocument,
  key: string,
  node: NodeDocument,
  inPort: string,
  outPort: string,
): Edit {
  const at = document.edges.findIndex((other) => sameEdge(other, edge));
  const behind = [...document.nodes.keys()].indexOf(edge.from.node) + 1;
  return {
    kind: 'batch',
    edits: [
      { kind: 'addNode', key, node, at: behind },
      { kind: 'removeEdge', edge },
      { kind: 'addEdge', edge: { from: edge.from, to: { node: key, port: inPort } }, at },
      { kind: 'addEdge', edge: { from: { node: key, port: outPort }, to: edge.to }, at: at + 1 },
    ],
  };
}
