import { BIGINT, BOOLEAN, STRING, TIMESTAMP_LTZ } from '@millrace/model';
import { describe, expect, test } from 'vitest';
import { describeCases } from '../testing/describe-cases.ts';
import { columnsOf, type OperatorCase } from '../testing/operator-case.ts';
import { filterSchema } from './config.ts';
import { filter } from './index.ts';
import { filterSpec } from './spec.ts';

const base = { columns: { t: TIMESTAMP_LTZ, k: STRING, v: BIGINT }, time: 't' };

const cases: readonly OperatorCase[] = [
  {
    ...base,
    title: 'rows for which the condition is TRUE go on, FALSE and NULL are filtered and counted [X1]',
    config: { where: 'v > 100' },
    maxOutOfOrderMs: 50,
    orderFree: true,
    elements: [
      [1, 'a', 100],
      [2, 'b', 101],
      [3, 'c', null],
      [4, 'd', 9_007_199_254_740_993n],
    ],
    expect: {
      out: [
        [2, 'b', 101],
        [4, 'd', 9_007_199_254_740_993n],
      ],
      counters: { filtered: 2 },
    },
  },
  {
    ...base,
    title: 'OR with an unknown side is TRUE when the other is [X1]',
    config: { where: "v > 100 OR k = 'a'" },
    elements: [
      [1, 'a', null],
      [2, 'b', null],
      [3, null, 101],
    ],
    expect: {
      out: [
        [1, 'a', null],
        [3, null, 101],
      ],
      counters: { filtered: 1 },
    },
  },
  {
    ...base,
    title: 'integers beyond 2^53 are compared exactly [X2]',
    config: { where: 'v = 9007199254740993' },
    elements: [
      [1, 'a', 9_007_199_254_740_992n],
      [2, 'b', 9_007_199_254_740_993n],
    ],
    expect: { out: [[2, 'b', 9_007_199_254_740_993n]], counters: { filtered: 1 } },
  },
  {
    ...base,
    title: 'a row whose condition fails leaves on error and the next goes on [X2, X3, E8]',
    config: { where: 'v * v > 0' },
    elements: [
      [1, 'a', 9_007_199_254_740_993n],
      [2, 'b', 3],
      [3, 'c', 0],
    ],
    expect: { out: [[2, 'b', 3]], errors: [{ reason: '', offset: 0 }], counters: { filtered: 1 } },
  },
  {
    ...base,
    title: 'with onError null a condition that fails counts as not TRUE [X3]',
    config: { where: 'v * v > 0' },
    onError: 'null',
    elements: [
      [1, 'a', 9_007_199_254_740_993n],
      [2, 'b', 3],
    ],
    expect: { out: [[2, 'b', 3]], counters: { filtered: 1 } },
  },
  {
    ...base,
    title: 'with onError stop it stops the pipeline [X3]',
    config: { where: 'v * v > 0' },
    onError: 'stop',
    elements: [[1, 'a', 9_007_199_254_740_993n]],
    expect: { stops: 'is set to stop the pipeline' },
  },
  {
    columns: { ok: BOOLEAN },
    time: null,
    title: 'a BOOLEAN column is a condition, also on a timeless edge',
    config: { where: 'ok' },
    elements: [[true], [false], [null]],
    expect: { out: [[true]], counters: { filtered: 2 } },
  },
];

describeCases('filter', filter, cases);

describe('filter, issues', () => {
  const input = { columns: columnsOf(base.columns), time: 0, changelog: false, upsertKey: null };
  const resolve = (where: string) => filterSpec.resolve({ where }, new Map([['in', input]]));

  test('the output is the input, its event time too [O1]', () => {
    const resolved = resolve('v > 100');
    expect(resolved.ok && resolved.value.get('out')).toEqual(input);
  });

  test.each([
    ['v >', 'where'],
    ['amont > 1', 'where'],
    ['v + 1', 'where'],
    ["v > 'a'", 'where'],
  ])('%s is refused with its field and range [X1]', (where, field) => {
    const resolved = resolve(where);
    expect(resolved.ok).toBe(false);
    expect(resolved.issues[0]).toMatchObject({ severity: 'error', field });
    expect(resolved.issues[0]?.range).toBeDefined();
  });

  test('a changelog is refused', () => {
    const resolved = filterSpec.resolve({ where: 'v > 1' }, new Map([['in', { ...input, changelog: true }]]));
    expect(resolved.issues.map((issue) => issue.message)).toEqual([expect.stringContaining('takes no changelog yet')]);
  });

  test('an empty condition and unknown settings are refused', () => {
    expect(filterSchema.safeParse({ where: '' }).error?.issues[0]?.message).toContain('Write a condition');
    expect(filterSchema.safeParse({ where: 'v > 1', wher: 1 }).success).toBe(false);
  });

  test('the card shows the condition', () => {
    expect(filterSpec.form.summary({ where: 'v > 100' })).toBe('v > 100');
  });
});
