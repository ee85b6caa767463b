import { expect, test } from 'vitest';
import { pieces } from './expression-control.tsx';

const issue = (from: number, to: number) => ({ severity: 'error' as const, message: 'x', range: { from, to } });

test('a text is cut where its issues begin and end', () => {
  expect(pieces('amont > 5', [issue(0, 5)])).toEqual([
    { at: 0, part: 'amont', isWrong: true },
    { at: 5, part: ' > 5', isWrong: false },
  ]);
});

test('ranges that overlap, and one behind the end', () => {
  expect(
    pieces('abcdef', [issue(1, 4), issue(3, 9)]).map(({ part, isWrong }) => (isWrong ? `[${part}]` : part)),
  ).toEqual(['a', '[bc]', '[d]', '[ef]']);
  expect(pieces('', [])).toEqual([]);
});
