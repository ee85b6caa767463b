import type { InternalNode } from '@xyflow/react';
import { cardSize } from './card-shape.ts';
import type { Ink } from './paint-live.ts';
import type { CardNode, PipelineEdge } from './to-flow.ts';

type Nodes = ReadonlyMap<string, InternalNode<CardNode>>;

/** Where the port of the first input and output stands, below the top of a card. */
const PORT_Y = 22;
const RADIUS = 8;

/**
 * From far away nodes are plain blocks in their role's tint and edges are lines; one picture, which costs the same for 5 nodes and
 * for 500. The context is in the units of the graph; `pixel` is one pixel of the screen in them.
 */
export function paintBlocks(
  context: CanvasRenderingContext2D,
  nodes: Nodes,
  edges: readonly PipelineEdge[],
  waiting: ReadonlySet<string>,
  ink: Ink,
  pixel: number,
): void {
  for (const kind of ['rows', 'late', 'error'] as const) {
    context.beginPath();
    for (const edge of edges) if ((edge.data?.kind ?? 'rows') === kind) addEdge(context, nodes, edge);
    context.strokeStyle = kind === 'rows' ? ink.edge : ink[kind];
    context.lineWidth = 1.2 * pixel;
    context.stroke();
  }
  for (const { id, internals } of nodes.values()) {
    const { data, selected } = internals.userNode;
    const { x, y } = internals.positionAbsolute;
    const { width, height } = cardSize(data.isWindow);
    context.beginPath();
    context.roundRect(x, y, width, height, RADIUS);
    context.fillStyle = ink[`${data.role}-tint`];
    context.fill();
    context.strokeStyle = data.errors > 0 ? ink.error : waiting.has(id) ? ink.waiting : ink['line-strong'];
    if (selected === true) context.strokeStyle = ink.select;
    context.lineWidth = (selected === true ? 2 : 1) * pixel;
    context.stroke();
  }
}

function addEdge(context: CanvasRenderingContext2D, nodes: Nodes, { source, target }: PipelineEdge): void {
  const [from, to] = [nodes.get(source)?.internals, nodes.get(target)?.internals];
  if (from === undefined || to === undefined) return;
  const { width } = cardSize(from.userNode.data.isWindow);
  const [x1, y1] = [from.positionAbsolute.x + width, from.positionAbsolute.y + PORT_Y];
  const [x2, y2] = [to.positionAbsolute.x, to.positionAbsolute.y + PORT_Y];
  const bend = Math.max(28, (x2 - x1) / 2);
  context.moveTo(x1, y1);
  context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
}
