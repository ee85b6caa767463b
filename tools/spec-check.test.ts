import { expect, test } from 'vitest';
import { citationsIn, rulesIn } from './spec-check.ts';

test('rules are the bold items of the list', () => {
  expect(rulesIn('# T\n- **T1** Event time.\n  - **not** this\n- **Conservation** sums.\n')).toEqual([
    'T1',
    'Conservation',
  ]);
});

test('citations stand in brackets, alone or in a list; other brackets are not citations', () => {
  const cite = (list: string) => `test('late \u005b${list}\u005d')`;
  expect(citationsIn(`${cite('L1')} ${cite('W1, L2')} ${cite('Conservation')} a[0] [object]`)).toEqual([
    'L1',
    'W1',
    'L2',
    'Conservation',
  ]);
});
