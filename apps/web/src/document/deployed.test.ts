import { expect, test } from 'vitest';
import { deployedOf, isNewNode } from './deployed.ts';

const text = JSON.stringify({
  format: 'millrace/pipeline@1',
  name: 'p',
  nodes: { src: { type: 'generator', config: {} }, cut: { type: 'filter', config: {} } },
  edges: [],
});
const deployed = deployedOf({ number: 7, text });

test.each([
  ['one that is deployed', 'cut', 'filter', false],
  ['one that was added', 'top', 'filter', true],
  ['another type under an old key', 'cut', 'project', true],
])('new in the draft: %s', (_, key, type, isNew) => {
  expect(isNewNode(deployed, key, type)).toBe(isNew);
});

test('before the first start nothing is new', () => {
  expect(deployedOf(null)).toBeNull();
  expect(isNewNode(null, 'src', 'generator')).toBe(false);
});

test('a revision that cannot be read has its number', () => {
  expect(deployedOf({ number: 3, text: '{' })).toEqual({ revision: 3, types: new Map() });
});
