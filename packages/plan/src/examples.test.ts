import { readdirSync, readFileSync } from 'node:fs';
import { type GeneratedOrder, generatedOrder, generatorSettings } from '@millrace/connectors-spec';
import { makeJob } from '@millrace/engine';
import { assert, parseDocument, pipelineNameOf } from '@millrace/model';
import { expect, test } from 'vitest';
import { checkDocument } from './check/check-document.ts';
import { compileProcess } from './compile/compile-process.ts';
import { planTasks } from './tasks/plan-tasks.ts';
import { generatedRecords, runToEnd, valuesOf } from './testing/feed-generated.ts';

const EXAMPLES = new URL('../../../examples/', import.meta.url);

const FILES = readdirSync(EXAMPLES, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.pipeline.json'))
  .sort();

test('the examples are there', () => {
  expect(FILES).toEqual(['bids/bids.pipeline.json', 'orders-per-minute/orders-per-minute.pipeline.json']);
});

test.each(FILES)('%s is checked without an issue and compiled [V1]', (file) => {
  const { document, checked, plan } = example(file);
  expect(document.issues).toEqual([]);
  expect(checked.issues).toEqual([]);
  expect(pipelineNameOf(file)).toMatchObject({ value: document.value.name });
  expect(plan.sinks.length).toBeGreaterThan(0);
});

function example(file: string) {
  const document = parseDocument(readFileSync(new URL(file, EXAMPLES), 'utf8'));
  assert(document.ok, 'the example is a document');
  const checked = checkDocument(document.value);
  assert(checked.ok, 'the example has no mistakes');
  const tasks = planTasks(checked.value, { namespace: 'n', id: 'k3v9q2m7xw4a' });
  return { document, checked, plan: compileProcess(checked.value, tasks) };
}

const START_MS = 1_767_225_600_000;
const ORDERS = 36_000;

/** Five minutes of the example as it ships: what its generator makes, and what its two sinks and the dead letters hold at the end. */
function fiveMinutes() {
  const { checked, plan } = example('orders-per-minute/orders-per-minute.pipeline.json');
  const settings = generatorSettings(checked.value.nodes.get('orders')?.config);
  const orders = Array.from({ length: ORDERS }, (_, n) => generatedOrder(settings, n));
  const job = makeJob(plan, new Map([['orders', settings.partitions]]));
  runToEnd(job, 'orders', generatedRecords(settings, ORDERS, START_MS), START_MS + 600_000);
  const cut = job.cut(START_MS + 600_000);
  return {
    orders,
    cut,
    results: valuesOf(cut.outputs.get('orders-per-minute')),
    late: valuesOf(cut.outputs.get('orders-late')),
  };
}

type Minute = { orders: number; items: number; revenue: number; largest: number };

/** What `per-minute` says about the orders that it counts, by product and start of the minute. */
function perMinute(orders: readonly GeneratedOrder[]): ReadonlyMap<string, Minute> {
  const minutes = new Map<string, Minute>();
  for (const { product, orderedAtMs, quantity, amountCents } of orders) {
    const start = Math.floor((START_MS + orderedAtMs) / 60_000) * 60_000;
    const key = `${product} ${start}`;
    const before = minutes.get(key) ?? { orders: 0, items: 0, revenue: 0, largest: 0 };
    minutes.set(key, {
      orders: before.orders + 1,
      items: before.items + quantity,
      revenue: before.revenue + amountCents,
      largest: Math.max(before.largest, amountCents),
    });
  }
  return minutes;
}

/** What tells an order that arrived late from others. */
function lateKey(order: GeneratedOrder): string {
  return [order.product, order.quantity, order.amountCents, START_MS + order.orderedAtMs].join(' ');
}

test('the example counts each order once: in its minute, late, cancelled or dead [Conservation] [L2] [E8] [A1]', () => {
  const { orders, cut, results, late } = fiveMinutes();
  const left = late.map(({ product, quantity, amount, ordered_at }) =>
    [product, quantity, amount, Date.parse(String(ordered_at))].join(' '),
  );
  const counted = orders.filter((order) => {
    if (order.fate === 'broken' || order.status === 'cancelled') return false;
    const at = left.indexOf(lateKey(order));
    return at < 0 || left.splice(at, 1).length === 0;
  });
  const found = results.map(({ product, window_start, orders, items, revenue, largest }) => [
    `${product} ${Date.parse(String(window_start))}`,
    { orders, items, revenue, largest },
  ]);
  expect(left).toEqual([]);
  expect(found.sort()).toEqual([...perMinute(counted)].sort());
  expect(cut.deadLetters).toHaveLength(orders.filter(({ fate }) => fate === 'broken').length);
  expect(cut.deadLetters.length).toBeGreaterThan(0);
});

test('in the example only rows that were made late are late, and there are some [L1] [W1]', () => {
  const { orders, late } = fiveMinutes();
  const made = orders.filter(({ fate }) => fate === 'late');
  const times = made.map(({ orderedAtMs }) => START_MS + orderedAtMs);
  for (const { ordered_at } of late) expect(times).toContain(Date.parse(String(ordered_at)));
  expect(late.length).toBeGreaterThan(10);
  expect(late.length).toBeLessThan(made.length);
});
