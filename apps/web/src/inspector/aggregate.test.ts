import type { FunctionChoice } from '@millrace/model';
import { expect, test } from 'vitest';
import { type Aggregate, withArgument, withFunction, withSetting } from './aggregate.ts';

const sum: FunctionChoice = { fn: 'sum', distinct: true, args: [] };
const percentile: FunctionChoice = { fn: 'percentile', distinct: false, args: [{ name: 'p', control: 'number' }] };

const slow: Aggregate = { name: 'slow', fn: 'percentile', of: 'ms', where: 'ok', args: { p: 0.99 } };

test('another function keeps the column and the condition, and drops what it does not take', () => {
  expect(withFunction(slow, sum)).toEqual({ name: 'slow', fn: 'sum', of: 'ms', where: 'ok' });
  expect(withFunction({ name: 'a', fn: 'sum', of: 'ms', distinct: true }, percentile)).toEqual({
    name: 'a',
    fn: 'percentile',
    of: 'ms',
  });
  expect(withFunction(slow, percentile)).toEqual(slow);
});

test('a setting or an argument that is emptied goes', () => {
  expect(withSetting(slow, 'where', undefined)).toEqual({
    name: 'slow',
    fn: 'percentile',
    of: 'ms',
    args: { p: 0.99 },
  });
  expect(withArgument(slow, 'p', undefined)).toEqual({ name: 'slow', fn: 'percentile', of: 'ms', where: 'ok' });
  expect(withArgument(slow, 'p', 0.5).args).toEqual({ p: 0.5 });
});
