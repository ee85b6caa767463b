/** Chains of filters, and nodes in each: rows of the canvas. */
const PER_CHAIN = 25;

type Place = { readonly x: number; readonly y: number };

function keyOf(i: number): string {
  return `filter${i}`;
}

/** A generator that feeds chains of filters, so many that there are `nodes` in all, and a live view that seldom gets a row. */
export function filtersDocument(nodes: number): string {
  const filters = Array.from({ length: nodes - 2 }, (_, i) => i);
  const where = (i: number) => ({ where: i === nodes - 3 ? 'amount > 100000000' : `quantity >= ${i % 2}` });
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'filters',
    nodes: {
      orders: { type: 'generator', config: { seed: 1, rate: 100 } },
      ...Object.fromEntries(filters.map((i) => [keyOf(i), { type: 'filter', config: where(i) }])),
      seen: { type: 'live-view', config: {} },
    },
    edges: [
      ...filters.map((i) => ({ from: i % PER_CHAIN === 0 ? 'orders' : keyOf(i - 1), to: keyOf(i) })),
      { from: keyOf(nodes - 3), to: 'seen' },
    ],
  });
}

export function filtersLayout(nodes: number): string {
  const filters = Array.from({ length: nodes - 2 }, (_, i): [string, Place] => [
    keyOf(i),
    { x: (1 + (i % PER_CHAIN)) * 260, y: Math.floor(i / PER_CHAIN) * 130 },
  ]);
  const places: [string, Place][] = [
    ['orders', { x: 0, y: 0 }],
    ...filters,
    ['seen', { x: (PER_CHAIN + 1) * 260, y: 0 }],
  ];
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
