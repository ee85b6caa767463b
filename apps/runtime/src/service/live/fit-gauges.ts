import type { Gauges } from '@millrace/live';

/** What is left of gauges, from everything to the least, until a frame holds them; the sums stay in each. */
const STEPS: readonly ((gauges: Gauges) => Gauges)[] = [
  (gauges) => gauges,
  (gauges) => withPanes(gauges, 4),
  (gauges) => withPartitions(withPanes(gauges, 1), 32),
  (gauges) => withPartitions(withPanes(gauges, 0), 4),
  (gauges) => withPartitions({ ...gauges, windows: {} }, 0),
];

/** The JSON of gauges in at most `maxBytes`: of very large pipelines the first panes, partitions and nodes. */
export function fitGauges(gauges: Gauges | null, maxBytes: number): string {
  if (gauges === null) return 'null';
  for (const step of STEPS) {
    const json = JSON.stringify(step(gauges));
    if (Buffer.byteLength(json) <= maxBytes) return json;
  }
  return fitNodes(withPartitions({ ...gauges, windows: {} }, 0), maxBytes);
}

function withPanes(gauges: Gauges, count: number): Gauges {
  const windows = Object.entries(gauges.windows).map(
    ([node, one]) => [node, { ...one, open: one.open.slice(0, count) }] as const,
  );
  return { ...gauges, windows: Object.fromEntries(windows) };
}

function withPartitions(gauges: Gauges, count: number): Gauges {
  const sources = Object.entries(gauges.sources).map(
    ([node, one]) => [node, { ...one, partitions: one.partitions.slice(0, count) }] as const,
  );
  return { ...gauges, sources: Object.fromEntries(sources) };
}

/** Half of the nodes, and half of those, until it fits. */
function fitNodes(gauges: Gauges, maxBytes: number): string {
  const json = JSON.stringify(gauges);
  if (Buffer.byteLength(json) <= maxBytes || gauges.nodes.length === 0) return json;
  const count = gauges.nodes.length >> 1;
  const nodes = gauges.nodes.slice(0, count);
  const isKept = new Set(nodes);
  const counters = Object.entries(gauges.counters).map(([name, values]) => [name, values.slice(0, count)] as const);
  const kept = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([node]) => isKept.has(node)));
  return fitNodes(
    {
      ...gauges,
      nodes,
      counters: Object.fromEntries(counters),
      watermarks: kept(gauges.watermarks),
      sources: kept(gauges.sources),
    },
    maxBytes,
  );
}
