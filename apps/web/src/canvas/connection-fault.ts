import { applyEdit, type EdgeDocument, type PipelineDocument, topologicalOrder } from '@millrace/model';
import { inspectDocument } from '@millrace/plan';
import { edgeId } from './to-flow.ts';

/** Why an edge may not be drawn, in words; null when it may. */
export function connectionFault(document: PipelineDocument, edge: EdgeDocument): string | null {
  const { from, to } = edge;
  if (from.node === to.node) return `${from.node} cannot be connected to itself: rows would go round for ever.`;
  if (document.edges.some((other) => edgeId(other) === edgeId(edge))) return 'This edge is there already.';
  const before = inspectDocument(document);
  const port = before.nodes.get(to.node)?.inputs.find(({ name }) => name === to.port);
  const taken = document.edges.find((other) => other.to.node === to.node && other.to.port === to.port);
  if (taken !== undefined && port?.many !== true) {
    return `${to.node} takes one edge, and has one from ${taken.from.node}. Remove that one first.`;
  }
  const applied = applyEdit(document, { kind: 'addEdge', edge });
  if (!applied.ok) return applied.issues[0]?.message ?? 'This edge does not fit.';
  const order = topologicalOrder(applied.value.document);
  return order.ok ? null : `Rows would go round for ever: ${[...order.cycle, order.cycle[0]].join(' → ')}.`;
}
