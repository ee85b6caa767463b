import { BIGINT, STRING, TIMESTAMP_LTZ } from '@millrace/model';
import { describe, expect, test } from 'vitest';
import { schemaText } from '../testing/chain-plan.ts';
import { describeCases } from '../testing/describe-cases.ts';
import { columnsOf, type OperatorCase } from '../testing/operator-case.ts';
import { projectSchema } from './config.ts';
import { project } from './index.ts';
import { projectSpec } from './spec.ts';

const base = { columns: { t: TIMESTAMP_LTZ, k: STRING, v: BIGINT }, time: 't' };

const cases: readonly OperatorCase[] = [
  {
    ...base,
    title: 'columns are chosen, renamed and computed in the order in which they are listed [X1]',
    config: { columns: ['v', { name: 'twice', expr: 'v * 2' }, { name: 'at', expr: 't' }] },
    elements: [
      [1, 'a', 3],
      [2, 'b', null],
    ],
    expect: {
      out: [
        [3, 6, 1],
        [null, null, 2],
      ],
    },
  },
  {
    ...base,
    title: 'computed integers are exact beyond 2^53 [X2]',
    config: { columns: [{ name: 'more', expr: 'v + 2' }] },
    elements: [[1, 'a', 9_007_199_254_740_991]],
    expect: { out: [[9_007_199_254_740_993n]] },
  },
  {
    ...base,
    title: 'the others stay in their places, a computed column takes the place of its namesake',
    config: {
      columns: [
        { name: 'k', expr: 'v' },
        { name: 'w', expr: 'v - 1' },
      ],
      keepOthers: true,
    },
    elements: [[1, 'a', 3]],
    expect: { out: [[1, 3, 3, 2]] },
  },
  {
    ...base,
    title: 'a row of which a computation fails leaves on error and the next goes on [X2, X3, E8]',
    config: { columns: ['k', { name: 'square', expr: 'v * v' }] },
    elements: [
      [1, 'a', 9_007_199_254_740_993n],
      [2, 'b', 3],
    ],
    expect: { out: [['b', 9]], errors: [{ reason: '', offset: 0 }] },
  },
  {
    ...base,
    title: 'with onError null the column is NULL and the others are not [X3]',
    config: { columns: ['k', { name: 'square', expr: 'v * v' }, { name: 'less', expr: 'v - 1' }] },
    onError: 'null',
    elements: [[1, 'a', 9_007_199_254_740_993n]],
    expect: { out: [['a', null, 9_007_199_254_740_992n]] },
  },
  {
    ...base,
    title: 'with onError stop it stops the pipeline [X3]',
    config: { columns: [{ name: 'square', expr: 'v * v' }] },
    onError: 'stop',
    elements: [[1, 'a', 9_007_199_254_740_993n]],
    expect: { stops: 'is set to stop the pipeline' },
  },
];

describeCases('project', project, cases);

const input = { columns: columnsOf(base.columns), time: 0, changelog: false, upsertKey: [1, 0] };

function resolve(config: unknown) {
  return projectSpec.resolve(projectSchema.parse(config), new Map([['in', input]]));
}

describe('project, result', () => {
  const results: readonly (readonly [string, unknown, string, number, readonly number[] | null])[] = [
    ['the event time stays [O1]', { columns: ['k', 't'] }, 'k STRING, t TIMESTAMP_LTZ(3)', 1, [0, 1]],
    [
      'under another name [O1]',
      { columns: ['k', { name: 'at', expr: ' t ' }] },
      'k STRING, at TIMESTAMP_LTZ(3)',
      1,
      [0, 1],
    ],
    [
      'its own name comes first [O1]',
      { columns: [{ name: 'at', expr: 't' }, 't'] },
      'at TIMESTAMP_LTZ(3), t TIMESTAMP_LTZ(3)',
      1,
      null,
    ],
    ['dropped, the edge is timeless [O1]', { columns: ['v'] }, 'v BIGINT', -1, null],
    [
      'kept among the others [O1]',
      { columns: ['v'], keepOthers: true },
      't TIMESTAMP_LTZ(3), k STRING, v BIGINT',
      0,
      [1, 0],
    ],
    [
      'replaced, the edge is timeless [O1]',
      { columns: [{ name: 't', expr: 'v' }], keepOthers: true },
      't BIGINT, k STRING, v BIGINT',
      -1,
      null,
    ],
  ];
  test.each(results)('%s', (_, config, schema, time, upsertKey) => {
    const resolved = resolve(config);
    if (!resolved.ok) throw new Error(resolved.issues.map((issue) => issue.message).join(' '));
    const out = resolved.value.get('out');
    expect(out && schemaText(out)).toBe(schema);
    expect(out).toMatchObject({ time, upsertKey });
  });
});

describe('project, issues', () => {
  test.each([
    [
      'an unknown column',
      { columns: ['q'] },
      'columns[0]',
      'There is no column q in the input. The columns are t, k, v.',
    ],
    ['a column twice', { columns: ['k', { name: 'k', expr: 'v' }] }, 'columns[1].name', 'The column k is named twice.'],
    ['an unknown column in an expression', { columns: [{ name: 'x', expr: 'q + 1' }] }, 'columns[0].expr', 'q'],
    ['an expression that ends early', { columns: [{ name: 'x', expr: 'v +' }] }, 'columns[0].expr', ''],
  ])('%s', (_, config, field, message) => {
    const { ok, issues } = resolve(config);
    expect(ok).toBe(false);
    expect(issues.map((issue) => issue.field)).toEqual([field]);
    expect(issues[0]?.message).toContain(message);
  });

  test('an issue of an expression has its range [X1]', () => {
    expect(resolve({ columns: ['k', { name: 'x', expr: 'v + amont' }] }).issues[0]?.range).toEqual({ from: 4, to: 9 });
  });

  test('no columns, a bad name and unknown settings are refused', () => {
    expect(projectSchema.safeParse({ columns: [] }).error?.issues[0]?.message).toContain('at least one column');
    expect(projectSchema.safeParse({ columns: [{ name: '1', expr: 'v' }] }).success).toBe(false);
    expect(projectSchema.safeParse({ columns: ['k'], keep: true }).success).toBe(false);
  });

  test('the card names the columns', () => {
    expect(projectSpec.form.summary(projectSchema.parse({ columns: ['k', { name: 'x', expr: 'v' }] }))).toBe('k, x');
    expect(projectSpec.form.summary({ columns: ['k'], keepOthers: true })).toBe('all and k');
  });
});
