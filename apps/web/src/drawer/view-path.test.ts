import { expect, test } from 'vitest';
import { viewPath } from './view-path.ts';

const edge = (from: string, to: string, port = 'out') => ({
  from: { node: from, port },
  to: { node: to, port: 'in' },
});

test('a view knows what stands before it, and nothing else', () => {
  const edges = [edge('a', 'b'), edge('b', 'view'), edge('a', 'other'), edge('x', 'other')];
  expect([...viewPath(edges, 'view').nodes].sort()).toEqual(['a', 'b']);
});

test('it knows the ports that feed it', () => {
  expect(viewPath([edge('win', 'view', 'late')], 'view').feeds).toEqual([{ node: 'win', port: 'late' }]);
  expect(viewPath([], 'view').feeds).toEqual([]);
});

test('a circle ends', () => {
  expect([...viewPath([edge('a', 'b'), edge('b', 'a'), edge('b', 'view')], 'view').nodes].sort()).toEqual(['a', 'b']);
});
