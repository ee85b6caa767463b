import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDocument } from '../testing/arbitrary-document.ts';
import { isName } from '../values/name.ts';
import { uniqueKey } from './unique-key.ts';

function documentWith(keys: readonly string[], named: readonly string[] = []) {
  const node = { type: 'filter', config: {}, onError: 'port' as const };
  const edges = named.map((key) => ({ from: { node: key, port: 'out' }, to: { node: key, port: 'in' } }));
  return { nodes: new Map(keys.map((key) => [key, node])), edges };
}

test.each<readonly [string, readonly string[], string]>([
  ['filter', [], 'filter'],
  ['filter', ['filter'], 'filter2'],
  ['filter', ['filter', 'filter2'], 'filter3'],
  ['filter2', ['filter2'], 'filter3'],
  ['per10s', ['per10s'], 'per10s2'],
  ['tumbling-window', [], 'tumbling-window'],
  [' dear bids! ', [], 'dear_bids_'],
  ['10s', [], '_10s'],
  ['', [], 'node'],
  ['', ['node'], 'node2'],
  ['constructor', [], 'constructor2'],
  ['__proto__', [], '__proto__2'],
  ['x'.repeat(80), [], 'x'.repeat(64)],
  ['x'.repeat(64), ['x'.repeat(64)], `${'x'.repeat(63)}2`],
  ['a99999999', ['a99999999'], 'a991000000'],
])('%s beside %j is %s', (wish, keys, key) => {
  expect(uniqueKey(documentWith(keys), wish)).toBe(key);
});

test('a key that an edge names leads to another one', () => {
  expect(uniqueKey(documentWith([], ['filter']), 'filter')).toBe('filter2');
});

test('whatever the wish, it is a name that nothing has', () => {
  fc.assert(
    fc.property(anyDocument, fc.string(), fc.nat(), (document, text, pick) => {
      const keys = [...document.nodes.keys()];
      for (const wish of [text, keys[pick % Math.max(1, keys.length)] ?? '']) {
        const key = uniqueKey(document, wish);
        expect(isName(key)).toBe(true);
        expect(document.nodes.has(key)).toBe(false);
        expect(document.edges.some(({ from, to }) => from.node === key || to.node === key)).toBe(false);
      }
    }),
  );
});
