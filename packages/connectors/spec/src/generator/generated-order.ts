import type { GeneratorSettings } from './generator-settings.ts';
import { keyPartition } from './key-partition.ts';
import { CUSTOMERS, PRODUCTS, STATUSES } from './order-vocabulary.ts';
import { randomAt } from './random.ts';

/** A row before it is written; times in milliseconds since the start. */
export type GeneratedOrder = {
  readonly partition: number;
  readonly product: string;
  readonly customer: string;
  readonly quantity: number;
  readonly amountCents: number;
  readonly status: string;
  /** Event time. Before the start it is negative. */
  readonly orderedAtMs: number;
  /** When the row is to be emitted. */
  readonly dueMs: number;
  readonly fate: Fate;
};

/** `late`: further behind its partition's largest event time than the disorder allows. `broken`: cannot be decoded. */
export type Fate = 'ordinary' | 'late' | 'broken';

/** What is drawn for a row. */
const Draw = { fate: 0, customer: 1, product: 2, quantity: 3, price: 4, status: 5, delay: 6 } as const;

/** How much later than the disorder a late row may be, milliseconds. */
const LATE_SPAN_MS = 120_000;

/** How far back, per partition, a row is looked for that a late one can be late behind. */
const LOOK_BACK_ROWS = 64;

/** When the n-th row is to be emitted, milliseconds since the start. */
export function dueMsOf({ rate }: GeneratorSettings, n: number): number {
  return Math.floor((n * 1_000) / rate);
}

/** The n-th row, from 0 on: a function of the settings and n alone. */
export function generatedOrder(settings: GeneratorSettings, n: number): GeneratedOrder {
  const { seed, partitions } = settings;
  const draw = (what: number) => randomAt(seed, n, what);
  const customer = customerOf(draw(Draw.customer));
  const product = pick(PRODUCTS, draw(Draw.product));
  const quantity = 1 + Math.floor(4 * draw(Draw.quantity) ** 3);
  const percent = 90 + Math.floor(21 * draw(Draw.price));
  const partition = keyPartition(orderKey(customer), partitions);
  const dueMs = dueMsOf(settings, n);
  const drawn = fateOf(settings, n);
  const behind = drawn === 'late' ? timeToBeLateBehind(settings, n, partition) : null;
  const fate = drawn === 'late' && behind === null ? 'ordinary' : drawn;
  return {
    partition,
    product: product.name,
    customer,
    quantity,
    amountCents: quantity * Math.round((product.priceCents * percent) / 100),
    status: pick(STATUSES, draw(Draw.status)).name,
    orderedAtMs: behind === null ? dueMs - delayOf(settings, n) : lateTime(settings, n, behind),
    dueMs,
    fate,
  };
}

/** A record's key, as a sink with the key column `customer` writes it. */
export function orderKey(customer: string): string {
  return `{"customer":"${customer}"}`;
}

function fateOf({ seed, lateShare, brokenShare }: GeneratorSettings, n: number): Fate {
  const drawn = randomAt(seed, n, Draw.fate);
  if (drawn < brokenShare) return 'broken';
  return drawn < brokenShare + lateShare ? 'late' : 'ordinary';
}

/** An ordinary row's delay: at most the disorder, mostly short. No row before it has a later event time than its own due time. */
function delayOf({ seed, disorderMs }: GeneratorSettings, n: number): number {
  return Math.floor(randomAt(seed, n, Draw.delay) ** 2 * (disorderMs + 1));
}

function lateTime({ seed, disorderMs }: GeneratorSettings, n: number, behind: number): number {
  return behind - disorderMs - 1 - Math.floor(randomAt(seed, n, Draw.delay) * LATE_SPAN_MS);
}

/** The event time of the nearest ordinary row before n in its partition: a lower bound of the partition's largest; null for none. */
function timeToBeLateBehind(settings: GeneratorSettings, n: number, partition: number): number | null {
  const last = Math.max(0, n - LOOK_BACK_ROWS * settings.partitions);
  for (let m = n - 1; m >= last; m--) {
    const customer = customerOf(randomAt(settings.seed, m, Draw.customer));
    if (fateOf(settings, m) === 'ordinary' && keyPartition(orderKey(customer), settings.partitions) === partition) {
      return dueMsOf(settings, m) - delayOf(settings, m);
    }
  }
  return null;
}

function customerOf(drawn: number): string {
  return `c-${String(Math.floor(CUSTOMERS * drawn ** 3.3)).padStart(4, '0')}`;
}

function pick<T extends { readonly weight: number }>(choices: readonly T[], drawn: number): T {
  let left = drawn * 100;
  for (const choice of choices) {
    left -= choice.weight;
    if (left < 0) return choice;
  }
  return choices[0] as T;
}
