import type { PipelineDocument } from './pipeline-document.ts';

/** Every edge goes forward in `order`; or the nodes of one cycle, in the direction of its edges. */
export type GraphOrder =
  | { readonly ok: true; readonly order: readonly string[] }
  | { readonly ok: false; readonly cycle: readonly string[] };

type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The nodes so that every edge goes forward; of several that could come next the smallest key does, so the order of nodes and
 * edges in the file does not matter (V1). Edges to or from unknown nodes are passed over. A cycle begins with its smallest key.
 */
export function topologicalOrder(document: Pick<PipelineDocument, 'nodes' | 'edges'>): GraphOrder {
  const followers = followersOf(document);
  const waitsFor = countWaiting(followers);
  const ready = [...followers.keys()].filter((key) => waitsFor.get(key) === 0).sort(byCodeUnits);
  const order: string[] = [];
  for (let key = ready.shift(); key !== undefined; key = ready.shift()) {
    order.push(key);
    for (const next of followers.get(key) as ReadonlySet<string>) {
      const left = (waitsFor.get(next) as number) - 1;
      waitsFor.set(next, left);
      if (left === 0) insertSorted(ready, next);
    }
  }
  if (order.length === followers.size) return { ok: true, order };
  return { ok: false, cycle: someCycle(followers, new Set(order)) };
}

function followersOf({ nodes, edges }: Pick<PipelineDocument, 'nodes' | 'edges'>): Neighbours {
  const followers = new Map([...nodes.keys()].sort(byCodeUnits).map((key) => [key, new Set<string>()]));
  for (const { from, to } of edges) if (nodes.has(to.node)) followers.get(from.node)?.add(to.node);
  return followers;
}

function countWaiting(followers: Neighbours): Map<string, number> {
  const waitsFor = new Map([...followers.keys()].map((key) => [key, 0]));
  for (const targets of followers.values()) {
    for (const target of targets) waitsFor.set(target, (waitsFor.get(target) as number) + 1);
  }
  return waitsFor;
}

/**
 * Each node that is left has a predecessor that is left, so walking backwards from any of them returns to a node seen before.
 * The walk takes the smallest predecessor each time.
 */
function someCycle(followers: Neighbours, done: ReadonlySet<string>): readonly string[] {
  const predecessorOf = new Map<string, string>();
  for (const [key, targets] of followers) {
    if (done.has(key)) continue;
    for (const target of targets) if (!predecessorOf.has(target)) predecessorOf.set(target, key);
  }
  const walk: string[] = [];
  let at = [...followers.keys()].find((key) => !done.has(key)) as string;
  while (!walk.includes(at)) {
    walk.push(at);
    at = predecessorOf.get(at) as string;
  }
  const cycle = walk.slice(walk.indexOf(at)).reverse();
  const first = cycle.indexOf(cycle.toSorted(byCodeUnits)[0] as string);
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}

function insertSorted(keys: string[], key: string): void {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  keys.splice(low, 0, key);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
