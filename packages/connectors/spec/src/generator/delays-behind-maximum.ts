import { type GeneratedOrder, generatedOrder } from './generated-order.ts';
import type { GeneratorSettings } from './generator-settings.ts';

/** `behindMs`: how far the row lies behind the largest event time of its partition before it, from 0 on; null for a broken row. */
export type DelayedOrder = { readonly n: number; readonly order: GeneratedOrder; readonly behindMs: number | null };

/** All rows from the first on, without end, each with its delay behind its partition's maximum. Broken rows do not move it. */
export function* delaysBehindMaximum(settings: GeneratorSettings): Generator<DelayedOrder, never, void> {
  const largest = new Map<number, number>();
  for (let n = 0; ; n++) {
    const order = generatedOrder(settings, n);
    if (order.fate === 'broken') {
      yield { n, order, behindMs: null };
      continue;
    }
    const before = largest.get(order.partition) ?? order.orderedAtMs;
    largest.set(order.partition, Math.max(before, order.orderedAtMs));
    yield { n, order, behindMs: Math.max(0, before - order.orderedAtMs) };
  }
}
