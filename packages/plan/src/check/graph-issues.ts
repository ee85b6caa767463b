import {
  checkGraph,
  type EdgeDocument,
  formatInput,
  formatOutput,
  type Issue,
  type PipelineDocument,
  topologicalOrder,
} from '@millrace/model';

type Graph = Pick<PipelineDocument, 'nodes' | 'edges'>;

/** What is wrong with a graph before the catalogues are asked, and the order of the nodes that are in none of the cycles found. */
export type GraphCheck = { readonly issues: readonly Issue[]; readonly order: readonly string[] };

/** Dangling edges, edges that occur twice, and cycles until what is left has none (V1). */
export function checkWholeGraph(graph: Graph): GraphCheck {
  const issues = [...checkGraph(graph)];
  let left = graph;
  let found = topologicalOrder(left);
  while (!found.ok) {
    left = without(left, found.cycle);
    issues.push(...checkGraph(left));
    found = topologicalOrder(left);
  }
  return { issues, order: found.order };
}

function without({ nodes, edges }: Graph, ids: readonly string[]): Graph {
  const left = new Map([...nodes].filter(([id]) => !ids.includes(id)));
  return { nodes: left, edges: edgesBetween(left, edges) };
}

/** Edges whose nodes exist, each once. */
export function edgesBetween(
  nodes: ReadonlyMap<string, unknown>,
  edges: readonly EdgeDocument[],
): readonly EdgeDocument[] {
  const whole = edges.filter(({ from, to }) => nodes.has(from.node) && nodes.has(to.node));
  return [...new Map(whole.map((edge) => [`${formatOutput(edge.from)} ${formatInput(edge.to)}`, edge])).values()];
}
