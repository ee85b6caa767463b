/** Nodes in a row of the canvas. */
const PER_ROW = 25;

/** A generator that feeds so many filters that there are `nodes` in all, and a live view. */
export function filtersDocument(nodes: number): string {
  const filters = Array.from({ length: nodes - 2 }, (_, i) => `filter${i}`);
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'filters',
    nodes: {
      orders: { type: 'generator', config: { seed: 1, rate: 100 } },
      ...Object.fromEntries(
        filters.map((key, i) => [key, { type: 'filter', config: { where: `quantity > ${i % 5}` } }]),
      ),
      seen: { type: 'live-view', config: {} },
    },
    edges: [...filters.map((key) => ({ from: 'orders', to: key })), { from: 'filter0', to: 'seen' }],
  });
}

export function filtersLayout(nodes: number): string {
  const keys = ['orders', ...Array.from({ length: nodes - 2 }, (_, i) => `filter${i}`), 'seen'];
  const places = keys.map((key, i) => [key, { x: (i % PER_ROW) * 260, y: Math.floor(i / PER_ROW) * 130 }] as const);
  return JSON.stringify({ nodes: Object.fromEntries(places) });
}

/** Every record of a topic in a live view. */
export function viewDocument(topic: string): string {
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'seen',
    settings: { commitInterval: '100ms' },
    nodes: {
      records: { type: 'kafka-source', config: { topic, columns: [{ name: 'name', type: 'STRING' }] } },
      seen: { type: 'live-view', config: {} },
    },
    edges: [{ from: 'records', to: 'seen' }],
  });
}
