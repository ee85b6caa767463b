import { expect, test } from 'vitest';
import { MUTANTS } from './mutant-list.ts';
import { mutate } from './mutant-plugin.ts';
import { inOrderOf } from './mutants.ts';

const mutation = { file: 'x.ts', find: 'a < b', replace: 'a <= b' };

test('a mutant changes one place', () => {
  expect(mutate('if (a < b) c();', mutation)).toBe('if (a <= b) c();');
});

test('a mutant whose text is gone, or there twice, is an error', () => {
  expect(() => mutate('if (a > b) c();', mutation)).toThrow(/stands 0 times in x\.ts/);
  expect(() => mutate('a < b; a < b', mutation)).toThrow(/stands 2 times/);
});

test('the order begins where the seed says and holds every mutant once', () => {
  const rotated = inOrderOf(MUTANTS.length + 2, MUTANTS);
  expect(rotated[0]).toBe(MUTANTS[2]);
  expect(new Set(rotated).size).toBe(MUTANTS.length);
});
