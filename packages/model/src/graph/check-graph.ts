import type { Issue } from '../issue.ts';
import { formatEdge, type PipelineDocument, type PortRef } from './pipeline-document.ts';
import { topologicalOrder } from './topological-order.ts';
import { unknownNode } from './unknown-node.ts';

/** What can be said about a graph without the catalogues: edges to nodes that do not exist, edges that occur twice, cycles (V1). */
export function checkGraph(document: Pick<PipelineDocument, 'nodes' | 'edges'>): readonly Issue[] {
  return [...danglingEdges(document), ...duplicateEdges(document), ...cycles(document)];
}

function danglingEdges({ nodes, edges }: Pick<PipelineDocument, 'nodes' | 'edges'>): readonly Issue[] {
  const issueOf = (ref: PortRef, field: string) =>
    nodes.has(ref.node) ? [] : [error(unknownNode(ref.node, nodes), field)];
  return edges.flatMap(({ from, to }, i) => [...issueOf(from, `edges[${i}].from`), ...issueOf(to, `edges[${i}].to`)]);
}

function duplicateEdges({ edges }: Pick<PipelineDocument, 'edges'>): readonly Issue[] {
  const seen = new Set<string>();
  return edges.flatMap((edge, i) => {
    const name = formatEdge(edge);
    if (seen.has(name)) return [error(`There is an edge from ${name} already. Remove one.`, `edges[${i}]`)];
    seen.add(name);
    return [];
  });
}

function cycles(document: Pick<PipelineDocument, 'nodes' | 'edges'>): readonly Issue[] {
  const found = topologicalOrder(document);
  if (found.ok) return [];
  const { cycle } = found;
  const message =
    cycle.length === 1
      ? `The node ${cycle[0]} is connected to itself. Remove that edge.`
      : `The nodes ${[...cycle, cycle[0]].join(' → ')} form a cycle. Remove one of its edges.`;
  return [{ severity: 'error', message, node: cycle[0] as string }];
}

function error(message: string, field: string): Issue {
  return { severity: 'error', message, field };
}
