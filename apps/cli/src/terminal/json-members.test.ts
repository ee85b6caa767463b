import { expect, test } from 'vitest';
import { membersOf } from './json-members.ts';

test('members are told apart by the commas that stand outside of strings, lists and objects', () => {
  expect(membersOf('{"a":1.50,"b":[1,[2,"]"]],"c\\"d":{"x":{"y":"},{"}},"e":"a,\\\\","":null}')).toEqual([
    ['a', '1.50'],
    ['b', '[1,[2,"]"]]'],
    ['c"d', '{"x":{"y":"},{"}}'],
    ['e', '"a,\\\\"'],
    ['', 'null'],
  ]);
});

test('an object without members has none', () => {
  expect(membersOf('{}')).toEqual([]);
});
