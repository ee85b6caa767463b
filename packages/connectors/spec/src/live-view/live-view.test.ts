import { BIGINT, type EdgeSchema } from '@millrace/model';
import { expect, test } from 'vitest';
import { liveView } from './index.ts';

const INPUT: EdgeSchema = {
  columns: [{ name: 'orders', type: BIGINT, nullable: false }],
  time: -1,
  changelog: false,
  upsertKey: null,
};

test('it needs no settings, and takes none', () => {
  expect(liveView.spec.schema.safeParse({}).success).toBe(true);
  expect(liveView.spec.schema.safeParse({ topic: 'x' }).success).toBe(false);
  expect(liveView.describe({}, INPUT).topic).toEqual({ kind: 'view' });
});

test('rows that change are refused by name [L3]', () => {
  expect(liveView.spec.resolve({}, new Map([['in', INPUT]])).ok).toBe(true);
  const refused = liveView.spec.resolve({}, new Map([['in', { ...INPUT, changelog: true }]]));
  expect(refused.issues.map(({ message }) => message).join()).toMatch(/only adds/);
});
