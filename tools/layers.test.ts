import { expect, test } from 'vitest';
import { importsOf, type Room, refusal } from './layers.ts';

const PURE: Room = { imports: ['@millrace/model'], npm: ['zod'], node: false };
const DECLARED = new Set(['@millrace/model', 'zod']);
const why = (target: string, room = PURE, declared: ReadonlySet<string> = DECLARED) =>
  refusal('packages/engine', room, declared, 'packages/engine/src/state/x.ts', target);

test.each([
  ['@millrace/model', null],
  ['@millrace/model/values', null],
  ['zod', null],
  ['./y.ts', null],
  ['../../src/y.ts', null],
  ['../../../model/src/index.ts', /stays in its package/],
  ['node:fs', /pure/],
  ['fs', /pure/],
  ['@millrace/kafka', /does not let packages\/engine import @millrace\/kafka/],
  ['express', /does not let packages\/engine import express/],
])('%s', (target, expected) => {
  if (expected === null) expect(why(target)).toBeNull();
  else expect(why(target)).toMatch(expected);
});

test('an import that the manifest does not declare is refused', () => {
  expect(why('zod', PURE, new Set())).toMatch(/declare it there/);
});

test('every kind of import is seen', () => {
  const text = `import a from 'a';\nimport type { B } from "b";\nexport { c } from 'c';\nimport 'd';\nconst e = await import('e');`;
  expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a room that may import all packages may also start real systems by the tools, and no other by its path', () => {
  const all: Room = { imports: ['*'], npm: [], node: true };
  const inBench = (target: string) => refusal('bench', all, new Set(), 'bench/src/broker/x.ts', target);
  expect(inBench('../../../tools/kafka/local-kafka.mjs')).toBeNull();
  expect(inBench('../../../packages/model/src/index.ts')).toMatch(/stays in its package/);
  expect(why('../../../../tools/kafka/local-kafka.mjs')).toMatch(/stays in its package/);
});
