/** A sound document without systems outside: a generator into a topic. `more` goes in front of its members. */
export function smallDocument(name: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    ...more,
    name,
    nodes: {
      orders: { type: 'generator', config: { seed: 1, rate: 1 } },
      out: { type: 'kafka-sink', config: { topic: 'out' } },
    },
    edges: [{ from: 'orders', to: 'out' }],
  });
}
