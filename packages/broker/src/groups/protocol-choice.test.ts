import { expect, test } from 'vitest';
import { chooseProtocol } from './protocol-choice.ts';

test.each([
  ['what all know, though some like other things better', ['ab', 'b'], 'b'],
  ['what most like best', ['ab', 'ba', 'ba'], 'b'],
  ['what is named first, where as many like another', ['ab', 'ba'], 'a'],
  ['the best of those in common', ['xab', 'yba', 'zba'], 'b'],
  ['none where none is common', ['a', 'b'], undefined],
  ['none where there is nobody', [], undefined],
])('a group speaks %s', (_what, members, chosen) => {
  const preferences = members.map((names) => [...names].map((name) => ({ name, metadata: new Uint8Array() })));
  expect(chooseProtocol(preferences)).toBe(chosen);
});
