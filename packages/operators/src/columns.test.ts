import { INT } from '@millrace/model';
import { expect, test } from 'vitest';
import { noSuchColumn, withAddedColumns } from './columns.ts';

const column = (name: string) => ({ name, type: INT, nullable: false });
const edge = (...names: string[]) => ({ columns: names.map(column), time: -1, changelog: false, upsertKey: null });

test.each([
  ['amont', 'amount'],
  ['amuont', 'amount'],
  ['amountt', 'amount'],
  ['Amount', 'amount'],
  ['anount', 'amount'],
  ['price', null],
])('the name %s is taken for %s', (written, meant) => {
  const { message } = noSuchColumn(edge('id', 'amount'), written, 'where');
  expect(message).toContain(meant === null ? 'The columns are id, amount.' : `Did you mean ${meant}?`);
});

test('a long list of columns is cut', () => {
  const names = Array.from({ length: 15 }, (_, i) => `column${i}`);
  expect(noSuchColumn(edge(...names), 'x', 'where').message).toContain('column11 and 3 more.');
});

test('the input\u2019s columns give way to added ones [L5]', () => {
  const names = withAddedColumns([column('a'), column('a_in'), column('b')], [column('a')]).map(({ name }) => name);
  expect(names).toEqual(['a_in_in', 'a_in', 'b', 'a']);
});
