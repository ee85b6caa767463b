import { expect, test } from 'vitest';
import { keyOf } from './key-name.ts';

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false };

test.each([
  [{ key: 'a' }, 'a'],
  [{ key: 'A' }, 'a'],
  [{ key: 'L', shiftKey: true }, 'Shift+L'],
  [{ key: 'l', shiftKey: true }, 'Shift+L'],
  [{ key: 'c', ctrlKey: true }, 'Mod+c'],
  [{ key: 'c', metaKey: true }, 'Mod+c'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: '+', shiftKey: true }, '+'],
  [{ key: '0' }, '0'],
  [{ key: 'Escape' }, 'Escape'],
])('%j is %s', (pressed, name) => {
  expect(keyOf({ ...NONE, ...pressed })).toBe(name);
});
