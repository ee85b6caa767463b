import { type PipelineDocument, parseDocument } from '@millrace/model';
import { inspectDocument } from '@millrace/plan';
import { expect, test } from 'vitest';
import { toFlow } from './to-flow.ts';

function documentOf(where = "status <> 'cancelled'"): PipelineDocument {
  const parsed = parseDocument(
    JSON.stringify({
      format: 'millrace/pipeline@1',
      name: 'orders',
      nodes: {
        orders: { type: 'generator', label: 'Orders', config: { seed: 1, rate: 120 } },
        paid: { type: 'filter', config: { where } },
        minute: {
          type: 'tumbling-window',
          config: { size: '1m', groupBy: ['product'], aggregates: [{ name: 'n', fn: 'count' }] },
        },
        late: { type: 'kafka-sink', config: { topic: 'late' } },
        broken: { type: 'kafka-sink', config: { topic: 'broken' } },
      },
      edges: [
        { from: 'orders', to: 'paid' },
        { from: 'paid', to: 'minute' },
        { from: 'minute.late', to: 'late' },
        { from: 'paid.error', to: 'broken' },
      ],
    }),
  );
  if (!parsed.ok) throw new Error('the document is well formed');
  return parsed.value;
}

const AT = { x: 0, y: 0 };
const everywhere = (document: PipelineDocument) => new Map([...document.nodes.keys()].map((key) => [key, AT]));

function flowOf(document: PipelineDocument) {
  return toFlow(document, inspectDocument(document), everywhere(document));
}

test('a card says what a node is and does', () => {
  const { nodes } = flowOf(documentOf());
  const data = Object.fromEntries(
    nodes.map(({ id, data: { title, summary, role, isWindow } }) => [id, [title, summary, role, isWindow]]),
  );
  expect(data).toEqual({
    orders: ['Orders', 'generator · 120 rows/s', 'source', false],
    paid: ['paid', "status <> 'cancelled'", 'operator', false],
    minute: ['minute', '1 min tumbling · by product · count', 'operator', true],
    late: ['late', 'Kafka topic · late', 'sink', false],
    broken: ['broken', 'Kafka topic · broken', 'sink', false],
  });
});

test('an edge knows whose counter it shows', () => {
  const { edges } = flowOf(documentOf());
  expect(edges.map(({ id, data }) => [id, data?.kind, data?.counter])).toEqual([
    ['orders>paid', 'rows', 'passed'],
    ['paid>minute', 'rows', 'out'],
    ['minute.late>late', 'late', 'out.late'],
    ['paid.error>broken', 'error', 'errors'],
  ]);
});

test('a broken node says so, keeps its ports, and is counted', () => {
  const { nodes } = flowOf(documentOf(''));
  const paid = nodes.find(({ id }) => id === 'paid')?.data;
  expect(paid?.summary).toBe('Filter, not finished');
  expect(paid?.errors).toBe(1);
  expect(paid?.inputs.map(({ name }) => name)).toEqual(['in']);
});

test('ports tell their columns, and whether they are open', () => {
  const { nodes } = flowOf(documentOf());
  const minute = nodes.find(({ id }) => id === 'minute')?.data;
  expect(minute?.outputs.map(({ name, isOpen }) => [name, isOpen])).toEqual([
    ['out', true],
    ['late', false],
    ['error', true],
  ]);
  expect(minute?.outputs[0]?.tip).toBe('out: 5 columns, append only');
});

test('a node without a place is left out, with its edges', () => {
  const document = documentOf();
  const { nodes, edges } = toFlow(document, inspectDocument(document), new Map([['orders', AT]]));
  expect(nodes.map(({ id }) => id)).toEqual(['orders']);
  expect(edges).toEqual([]);
});
