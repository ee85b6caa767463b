import { expect, test } from 'vitest';
import { isName, nameFault } from './name.ts';

test.each([
  ['bids', true],
  ['_a-1', true],
  ['A'.repeat(64), true],
  ['A'.repeat(65), false],
  ['', false],
  ['1a', false],
  ['-a', false],
  ['a.b', false],
  ['a b', false],
  ['é', false],
  ['a\n', false],
  ['__proto__', false],
  ['constructor', false],
  ['prototype', false],
])('%j is a name: %s', (text, expected) => {
  expect(isName(text)).toBe(expected);
  expect(nameFault(text) === null).toBe(expected);
});
