import { formatTimestamp } from '@millrace/model';
import { type Fate, type GeneratedOrder, generatedOrder, orderKey } from './generated-order.ts';
import type { GeneratorSettings } from './generator-settings.ts';
import { randomAt } from './random.ts';

/** A row as a record. `key` and `value` are ASCII. Times in milliseconds since the start. */
export type GeneratorRow = {
  readonly partition: number;
  readonly key: string;
  readonly value: string;
  readonly orderedAtMs: number;
  readonly dueMs: number;
  readonly late: boolean;
  readonly broken: boolean;
};

/** Draws beyond those of an order. */
const Draw = { brokenKind: 100, brokenAt: 101 } as const;

/** The n-th record of a generator whose start is at `startMs`, milliseconds since 1970. */
export function generatorRow(settings: GeneratorSettings, n: number, startMs: number): GeneratorRow {
  const order = generatedOrder(settings, n);
  return {
    partition: order.partition,
    key: orderKey(order.customer),
    value: order.fate === 'broken' ? brokenValue(settings, n, order, startMs) : orderJson(order, startMs),
    orderedAtMs: order.orderedAtMs,
    dueMs: order.dueMs,
    late: is(order, 'late'),
    broken: is(order, 'broken'),
  };
}

function is(order: GeneratedOrder, fate: Fate): boolean {
  return order.fate === fate;
}

function orderJson(order: GeneratedOrder, startMs: number): string {
  return `{${membersOf(order, startMs).join(',')}}`;
}

function membersOf(order: GeneratedOrder, startMs: number): string[] {
  return [
    `"product":"${order.product}"`,
    `"customer":"${order.customer}"`,
    `"quantity":${order.quantity}`,
    `"amount":${order.amountCents}`,
    `"status":"${order.status}"`,
    `"ordered_at":"${formatTimestamp(startMs + order.orderedAtMs, 'TIMESTAMP_LTZ', 'sql')}"`,
  ];
}

/** The ways in which a value is broken: cut off, another text, a wrong type, no event time, no point in time, a tail. */
function brokenValue({ seed }: GeneratorSettings, n: number, order: GeneratedOrder, startMs: number): string {
  const members = membersOf(order, startMs);
  const whole = `{${members.join(',')}}`;
  const ways = [
    () => whole.slice(0, Math.floor(whole.length * (0.2 + 0.7 * randomAt(seed, n, Draw.brokenAt)))),
    () => `order of ${order.customer}: ${order.quantity} x ${order.product}`,
    () => whole.replace(/"quantity":\d+/, '"quantity":"two"'),
    () => `{${members.slice(0, -1).join(',')}}`,
    () => whole.replace(/"ordered_at":"[^"]*"/, '"ordered_at":"yesterday"'),
    () => `${whole} and more`,
  ];
  return (ways[Math.floor(ways.length * randomAt(seed, n, Draw.brokenKind))] as () => string)();
}
