import { parseDocument } from '@millrace/model';
import { expect, test } from 'vitest';
import { inspectDocument } from './inspect-document.ts';

function inspected(where: string) {
  const parsed = parseDocument(
    JSON.stringify({
      format: 'millrace/pipeline@1',
      name: 'draft',
      nodes: {
        orders: { type: 'generator', config: { seed: 1, rate: 1 } },
        dear: { type: 'filter', config: { where } },
        out: { type: 'kafka-sink', config: { topic: 'dear' } },
        lost: { type: 'frobnicate', config: {} },
      },
      edges: [
        { from: 'orders', to: 'dear' },
        { from: 'dear', to: 'out' },
      ],
    }),
  );
  if (!parsed.ok) throw new Error('the document is well formed');
  return inspectDocument(parsed.value);
}

test('a broken node knows what comes in, and those behind it nothing', () => {
  const { nodes, issues } = inspected('amont > 100');
  expect(issues.map(({ node }) => node)).toContain('dear');
  expect(
    nodes
      .get('dear')
      ?.inputSchemas.get('in')
      ?.columns.map(({ name }) => name),
  ).toContain('amount');
  expect(nodes.get('dear')?.outputSchemas.size).toBe(0);
  expect(nodes.get('out')?.inputSchemas.size).toBe(0);
  expect(nodes.get('out')?.config).toMatchObject({ topic: 'dear', mode: 'append' });
});

test('a whole node has ports, columns and its configuration with defaults', () => {
  const dear = inspected('amount > 100').nodes.get('dear');
  expect(dear?.outputs.map(({ name }) => name)).toContain('out');
  expect(dear?.outputSchemas.get('out')?.columns.map(({ name }) => name)).toContain('amount');
});

test('a type that there is not has no spec and no ports', () => {
  expect(inspected('amount > 100').nodes.get('lost')).toMatchObject({
    spec: null,
    config: null,
    inputs: [],
    outputs: [],
  });
});

test('a node that is not finished has the ports of a new one, so that it can be wired', () => {
  const dear = inspected('').nodes.get('dear');
  expect(dear?.config).toBeNull();
  expect(dear?.inputs.map(({ name }) => name)).toEqual(['in']);
  expect(dear?.outputs.map(({ name }) => name)).toContain('out');
});
