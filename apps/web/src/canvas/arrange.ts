import type { PipelineDocument } from '@millrace/model';
import type { InspectedDocument } from '@millrace/plan';
import type { Position } from '../document/layout.ts';
import { cardSize } from './card-shape.ts';
import { isWindowNode } from './to-flow.ts';

const GRID = 8;
const BETWEEN_COLUMNS = 56;
const BETWEEN_ROWS = 24;

/** Places for all nodes, from left to right along the edges; a function of the graph. */
export async function arrange(
  document: PipelineDocument,
  inspected: InspectedDocument,
): Promise<ReadonlyMap<string, Position>> {
  const { default: dagre } = await import('@dagrejs/dagre');
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: BETWEEN_COLUMNS, nodesep: BETWEEN_ROWS });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const key of document.nodes.keys()) graph.setNode(key, { ...cardSize(isWindowNode(inspected.nodes.get(key))) });
  for (const { from, to } of document.edges) {
    if (document.nodes.has(from.node) && document.nodes.has(to.node)) graph.setEdge(from.node, to.node);
  }
  dagre.layout(graph);
  return new Map(
    [...document.nodes.keys()].map((key) => {
      const { x, y, width, height } = graph.node(key);
      return [key, { x: snapped(x - width / 2), y: snapped(y - height / 2) }];
    }),
  );
}

function snapped(value: number): number {
  return Math.round(value / GRID) * GRID;
}
