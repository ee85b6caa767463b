import { BIGINT, type EdgeSchema, INT, type NodeSpec, success } from '@millrace/model';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { DraftNode } from './draft-node.ts';
import { resolveNodes } from './resolve-nodes.ts';

const NARROW: EdgeSchema = {
  columns: [{ name: 'n', type: INT, nullable: true }],
  time: -1,
  changelog: false,
  upsertKey: null,
};
const WIDE: EdgeSchema = { ...NARROW, columns: [{ name: 'n', type: BIGINT, nullable: true }] };

function draft(id: string, inputs: { name: string; many?: boolean; required?: boolean }[], out: EdgeSchema): DraftNode {
  const spec: NodeSpec = {
    type: id,
    version: 1,
    role: 'operator',
    title: id,
    schema: z.unknown(),
    migrations: {},
    form: { group: 'Shape', initial: {}, fields: [], summary: () => id },
    inputs: () => inputs,
    outputs: () => [{ name: 'out' }],
    resolve: () => success(new Map([['out', out]])),
  };
  const node = { type: id, config: {}, onError: 'port' } as const;
  return { id, node, definition: null, valid: { spec, config: {}, inputs, outputs: [{ name: 'out' }] }, issues: [] };
}

function resolvedAll(second: EdgeSchema, many: boolean) {
  const drafts = [
    draft('a', [], NARROW),
    draft('b', [], second),
    draft('all', [{ name: 'in', many, required: true }], NARROW),
  ];
  const edges = ['a', 'b'].map((node) => ({ from: { node, port: 'out' }, to: { node: 'all', port: 'in' } }));
  return resolveNodes(new Map(drafts.map((node) => [node.id, node])), edges, ['a', 'b', 'all']).get('all');
}

test('a port for many edges takes those that agree [O1]', () => {
  expect(resolvedAll(NARROW, true)).toMatchObject({ issues: [] });
  expect(resolvedAll(NARROW, true)?.inputs.get('in')).toEqual(NARROW);
});

test('edges into one port that differ in a type are an issue [V1] [O1]', () => {
  const { issues, outputs } = resolvedAll(WIDE, true) ?? {};
  expect(outputs).toBeNull();
  expect(issues?.[0]?.message).toContain('a sends n INT, b sends n BIGINT');
});

test('a port for one edge is not typed where two end [V1]', () => {
  expect(resolvedAll(NARROW, false)).toBeUndefined();
});
