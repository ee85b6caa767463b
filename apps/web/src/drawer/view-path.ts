import type { EdgeDocument, PortRef } from '@millrace/model';

/** The way that rows take to a view: the nodes before it, and the ports that feed it. */
export type ViewPath = { readonly nodes: ReadonlySet<string>; readonly feeds: readonly PortRef[] };

export function viewPath(edges: readonly EdgeDocument[], view: string): ViewPath {
  const nodes = new Set<string>();
  const front = [view];
  for (let node = front.pop(); node !== undefined; node = front.pop()) {
    for (const { from, to } of edges) {
      if (to.node !== node || nodes.has(from.node)) continue;
      nodes.add(from.node);
      front.push(from.node);
    }
  }
  return { nodes, feeds: edges.filter(({ to }) => to.node === view).map(({ from }) => from) };
}
