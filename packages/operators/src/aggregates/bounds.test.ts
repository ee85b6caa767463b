import { BIGINT, type ColumnType, type EdgeSchema, STRING, TIMESTAMP_LTZ, type Value } from '@millrace/model';
import { expect, test } from 'vitest';
import { AggregatePanes } from '../testing/aggregate-panes.ts';
import type { AggregateConfig } from '../windows/aggregate-schema.ts';
import { MAX_COLLECTED } from './collection.ts';
import { MAX_DISTINCT } from './distinct.ts';
import { MAX_PERCENTILE_VALUES } from './percentile.ts';

const INTO = 1;
const FROM = 2;

function panesOf(config: Omit<AggregateConfig, 'name'>, type: ColumnType, changelog = false): AggregatePanes {
  const columns = [
    { name: 't', type: TIMESTAMP_LTZ, nullable: true },
    { name: 'v', type, nullable: true },
  ];
  const input: EdgeSchema = { columns, time: 0, changelog, upsertKey: null };
  return new AggregatePanes({ name: 'a', of: 'v', ...config }, input);
}

function fill(panes: AggregatePanes, pane: number, from: number, to: number, valueAt: (i: number) => Value): void {
  for (let i = from; i < to; i++) panes.add(pane, [i, valueAt(i)], { partition: 0, position: i });
}

const bounded: readonly (readonly [Omit<AggregateConfig, 'name'>, boolean, number, Value, string])[] = [
  [{ fn: 'count', distinct: true }, false, MAX_DISTINCT, MAX_DISTINCT, 'has more than 1000000 distinct values'],
  [
    { fn: 'median' },
    false,
    MAX_PERCENTILE_VALUES,
    (MAX_PERCENTILE_VALUES - 1) / 2,
    'has more than 100000 distinct values',
  ],
  [{ fn: 'max' }, true, MAX_DISTINCT, MAX_DISTINCT - 1, 'has more than 1000000 distinct values'],
  [{ fn: 'last' }, true, 10_000, 9_999, 'has more than 10000 values, or 1048576 characters of them'],
];

test.each(bounded)(
  '%o has a result up to its bound and a reason beyond it, also when a full pane is merged [X5]',
  (config, changelog, limit, result, fault) => {
    const panes = panesOf(config, BIGINT, changelog);
    fill(panes, FROM, 0, limit, (i) => i);
    expect(panes.result(FROM)).toEqual({ value: result, fault: null });
    fill(panes, FROM, limit, limit + 1, (i) => i);
    expect(panes.result(FROM)).toEqual({ value: undefined, fault });
    fill(panes, INTO, 0, 1, (i) => i);
    panes.merge(INTO, FROM);
    panes.restart();
    expect(panes.result(INTO)).toEqual({ value: undefined, fault });
  },
);

test('collect keeps as many values as limit says, together as many as one pane [X5]', () => {
  const panes = panesOf({ fn: 'collect', args: { limit: MAX_COLLECTED } }, BIGINT);
  fill(panes, FROM, 0, MAX_COLLECTED - 1, (i) => i);
  fill(panes, INTO, MAX_COLLECTED, MAX_COLLECTED + 1, (i) => i);
  panes.merge(INTO, FROM);
  expect(panes.result(INTO).value).toHaveLength(MAX_COLLECTED);
  fill(panes, INTO, 0, 1, (i) => i);
  expect(panes.result(INTO).fault).toMatch(/^has more than 10000 values/);
});

test('texts have 1 MB together, their separators included [X6]', () => {
  const quarter = 'x'.repeat(262_144);
  const panes = panesOf({ fn: 'string_agg' }, STRING);
  fill(panes, INTO, 0, 3, () => quarter);
  expect(panes.result(INTO).value).toBe([quarter, quarter, quarter].join());
  fill(panes, INTO, 3, 4, () => quarter);
  expect(panes.result(INTO)).toEqual({
    value: undefined,
    fault: 'has more than 1000 values, or 1048576 characters of them',
  });
});

test('rows that were taken back leave their place to the next', () => {
  const sizeAfter = (rounds: number) => {
    const panes = panesOf({ fn: 'last' }, BIGINT, true);
    for (let i = 0; i < rounds; i++) {
      panes.add(INTO, [1, 2], { partition: 0, position: 3 });
      panes.retract(INTO, [1, 2]);
    }
    return panes.rebase();
  };
  expect(sizeAfter(1_000)).toBe(sizeAfter(1));
});
