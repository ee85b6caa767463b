import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatPath, schemaIssues } from './schema-issues.ts';

test.each<readonly [readonly PropertyKey[], string]>([
  [[], ''],
  [['aggregates', 0, 'of'], 'aggregates[0].of'],
  [['nodes', 'a b', 'type'], 'nodes["a b"].type'],
  [['event-time', 'x'], 'event-time.x'],
])('%j is written %s', (path, text) => {
  expect(formatPath(path)).toBe(text);
});

test('of a value of several forms the one that was meant is judged', () => {
  const schema = z.strictObject({
    columns: z.array(z.union([z.string(), z.strictObject({ name: z.string(), expr: z.string() })])),
  });
  const found = schema.safeParse({ columns: ['a', { name: 'b', exp: 'c' }], other: 1 });
  expect(found.error && schemaIssues(found.error, 'n')).toEqual([
    { severity: 'error', node: 'n', field: 'columns[1].expr', message: expect.stringContaining('expected string') },
    {
      severity: 'error',
      node: 'n',
      field: 'columns[1].exp',
      message: expect.stringContaining('There is no setting exp here.'),
    },
    {
      severity: 'error',
      node: 'n',
      field: 'other',
      message: expect.stringContaining('There is no setting other here.'),
    },
  ]);
});
