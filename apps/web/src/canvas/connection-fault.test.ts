import { parseDocument } from '@millrace/model';
import { expect, test } from 'vitest';
import { connectionFault } from './connection-fault.ts';

const parsed = parseDocument(
  JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'x',
    nodes: {
      orders: { type: 'generator', config: { seed: 1, rate: 1 } },
      first: { type: 'filter', config: { where: 'amount > 1' } },
      second: { type: 'filter', config: { where: 'amount > 2' } },
      out: { type: 'kafka-sink', config: { topic: 'o' } },
    },
    edges: [
      { from: 'orders', to: 'first' },
      { from: 'first', to: 'second' },
    ],
  }),
);

function fault(from: string, to: string): string | null {
  if (!parsed.ok) throw new Error('the document is well formed');
  return connectionFault(parsed.value, { from: { node: from, port: 'out' }, to: { node: to, port: 'in' } });
}

test.each([
  ['second', 'out', null],
  ['first', 'first', /itself/],
  ['first', 'second', /there already/],
  ['orders', 'second', /takes one edge, and has one from first/],
  ['second', 'first', /takes one edge/],
])('an edge from %s to %s [V1]', (from, to, expected) => {
  if (expected === null) expect(fault(from, to)).toBeNull();
  else expect(fault(from, to)).toMatch(expected);
});

test('an edge that would close a circle is refused with the circle [V1]', () => {
  if (!parsed.ok) throw new Error('the document is well formed');
  const open = { ...parsed.value, edges: parsed.value.edges.slice(1) };
  const edge = { from: { node: 'second', port: 'out' }, to: { node: 'first', port: 'in' } };
  expect(connectionFault(open, edge)).toMatch(/first.*second|second.*first/);
});
