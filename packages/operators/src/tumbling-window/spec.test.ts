import {
  arrayOf,
  BIGINT,
  BOOLEAN,
  BYTES,
  type ColumnType,
  DATE,
  DOUBLE,
  decimal,
  type EdgeSchema,
  INT,
  JSON_TEXT,
  STRING,
  TIMESTAMP,
  TIMESTAMP_LTZ,
} from '@millrace/model';
import { describe, expect, test } from 'vitest';
import { schemaText } from '../testing/chain-plan.ts';
import { columnsOf } from '../testing/operator-case.ts';
import { tumblingWindowSchema } from './config.ts';
import { tumblingWindowSpec } from './spec.ts';

const count = { name: 'n', fn: 'count' };
const minimal = { size: '10s', groupBy: ['k'], aggregates: [count] };

function edge(columns: Readonly<Record<string, ColumnType>>, time: string | null): EdgeSchema {
  const list = columnsOf(columns);
  return { columns: list, time: list.findIndex(({ name }) => name === time), changelog: false, upsertKey: null };
}

const bids = edge({ k: STRING, i: INT, v: BIGINT, d: DOUBLE, raw: BYTES, t: TIMESTAMP_LTZ }, 't');
const required: EdgeSchema = { ...bids, columns: bids.columns.map((column) => ({ ...column, nullable: false })) };

function resolve(config: unknown, input: EdgeSchema) {
  return tumblingWindowSpec.resolve(tumblingWindowSchema.parse(config), new Map([['in', input]]));
}

function ports(config: unknown, input: EdgeSchema): Record<string, string> {
  const resolved = resolve(config, input);
  if (!resolved.ok) throw new Error(resolved.issues.map((issue) => issue.message).join(' '));
  return Object.fromEntries([...resolved.value].map(([port, schema]) => [port, schemaText(schema)]));
}

function issues(config: unknown, input = bids): string[] {
  const resolved = resolve(config, input);
  return resolved.issues.map((issue) => `${issue.field}: ${issue.message}`);
}

describe('tumbling-window, configuration', () => {
  test('defaults are filled in', () => {
    expect(tumblingWindowSchema.parse({ size: '10s', aggregates: [count] })).toEqual({
      size: '10s',
      groupBy: [],
      aggregates: [count],
      offset: '0s',
      emit: 'on-close',
      allowedLateness: '0s',
    });
  });

  const refused: readonly (readonly [string, object, string, string])[] = [
    ['no aggregate', { aggregates: [] }, 'aggregates', 'Add at least one aggregate'],
    [
      'an unknown function',
      { aggregates: [{ name: 'a', fn: 'mode', of: 'v' }] },
      'aggregates.0.fn',
      'Choose count, sum',
    ],
    ['a bad name', { aggregates: [{ name: '1a', fn: 'count' }] }, 'aggregates.0.name', 'is no name'],
    ['a reserved name', { aggregates: [{ name: '__proto__', fn: 'count' }] }, 'aggregates.0.name', 'reserved'],
    ['distinct', { aggregates: [{ ...count, distinct: 1 }] }, 'aggregates.0.distinct', 'true or false'],
    ['an empty condition', { aggregates: [{ ...count, where: '' }] }, 'aggregates.0.where', 'Write a condition'],
    ['an unknown argument', { aggregates: [{ ...count, args: { q: 1 } }] }, 'aggregates.0.args', 'q'],
    ['a part above 1', { aggregates: [{ ...count, args: { p: 95 } }] }, 'aggregates.0.args.p', 'from 0 to 1'],
    [
      'a part too fine',
      { aggregates: [{ ...count, args: { p: 0.12345678912 } }] },
      'aggregates.0.args.p',
      'nine digits',
    ],
    ['a limit of 0', { aggregates: [{ ...count, args: { limit: 0 } }] }, 'aggregates.0.args.limit', 'from 1 to 10000'],
    ['a huge limit', { aggregates: [{ ...count, args: { limit: 10_001 } }] }, 'aggregates.0.args.limit', 'to 10000'],
    [
      'a long separator',
      { aggregates: [{ ...count, args: { separator: ','.repeat(101) } }] },
      'aggregates.0.args.separator',
      'at most 100 characters',
    ],
    ['timeZone', { timeZone: 'Europe/Berlin' }, 'timeZone', 'timeZone comes later'],
    ['paneAs', { paneAs: 'pane' }, 'paneAs', 'paneAs comes later'],
    ['on-update', { emit: 'on-update' }, 'emit', 'come later'],
    ['early', { emit: { early: '1s', accumulation: 'discarding' } }, 'emit', 'come later'],
    ['allowedLateness', { allowedLateness: '1m' }, 'allowedLateness', 'comes later'],
    ['an unknown setting', { sise: '10s' }, '', 'sise'],
  ];
  test.each(refused)('%s is refused by name', (_, change, path, message) => {
    const parsed = tumblingWindowSchema.safeParse({ ...minimal, ...change });
    expect(parsed.success).toBe(false);
    const found = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    expect(found).toEqual([expect.stringContaining(message)]);
    expect(found?.[0]).toContain(`${path}: `);
  });
});

describe('tumbling-window, result', () => {
  test('columns in order, of the event time\u2019s type [L2, L5, O1]', () => {
    const aggregates = [
      count,
      { name: 'ints', fn: 'sum', of: 'i' },
      { name: 'doubles', fn: 'sum', of: 'd' },
      { name: 'first', fn: 'min', of: 't' },
      { name: 'last', fn: 'max', of: 'k' },
    ];
    expect(ports({ ...minimal, groupBy: ['k', 'v'], aggregates }, bids)).toMatchObject({
      out:
        'k STRING, v BIGINT, window_start TIMESTAMP_LTZ(3) NOT NULL, window_end TIMESTAMP_LTZ(3) NOT NULL, ' +
        'window_time TIMESTAMP_LTZ(3) NOT NULL, n BIGINT NOT NULL, ints BIGINT, doubles DOUBLE, first TIMESTAMP_LTZ(3), ' +
        'last STRING',
      late:
        'k STRING, i INT, v BIGINT, d DOUBLE, raw BYTES, t TIMESTAMP_LTZ(3), window_start TIMESTAMP_LTZ(3) NOT NULL, ' +
        'window_end TIMESTAMP_LTZ(3) NOT NULL, watermark TIMESTAMP_LTZ(3) NOT NULL',
    });
  });

  const types: readonly (readonly [string, ColumnType, string, string])[] = [
    ['count', BYTES, 'BIGINT NOT NULL', 'BIGINT NOT NULL'],
    ['sum', INT, 'BIGINT', 'BIGINT'],
    ['sum', decimal(10, 2), 'DECIMAL(38, 2)', 'DECIMAL(38, 2)'],
    ['avg', INT, 'DOUBLE', 'DOUBLE'],
    ['avg', BIGINT, 'DOUBLE', 'DOUBLE'],
    ['avg', decimal(10, 2), 'DECIMAL(38, 6)', 'DECIMAL(38, 6)'],
    ['avg', decimal(20, 9), 'DECIMAL(38, 9)', 'DECIMAL(38, 9)'],
    ['median', decimal(10, 2), 'DECIMAL(38, 6)', 'DECIMAL(38, 6)'],
    ['median', INT, 'DOUBLE', 'DOUBLE'],
    ['min', decimal(10, 2), 'DECIMAL(10, 2) NOT NULL', 'DECIMAL(10, 2)'],
    ['max', BOOLEAN, 'BOOLEAN NOT NULL', 'BOOLEAN'],
    ['min', DATE, 'DATE NOT NULL', 'DATE'],
    ['first', BYTES, 'BYTES NOT NULL', 'BYTES'],
    ['last', JSON_TEXT, 'JSON NOT NULL', 'JSON'],
    ['stddev_pop', decimal(10, 2), 'DOUBLE', 'DOUBLE'],
    ['var_samp', BIGINT, 'DOUBLE', 'DOUBLE'],
    ['collect', arrayOf(INT), 'ARRAY<ARRAY<INT>>', 'ARRAY<ARRAY<INT>>'],
    ['string_agg', STRING, 'STRING', 'STRING'],
  ];
  test.each(types)('%s of a required %o', (fn, type, whole, some) => {
    const input = { ...required, columns: [...required.columns, { name: 'x', type, nullable: false }] };
    const result = (aggregate: object) =>
      ports({ size: '10s', aggregates: [{ name: 'a', fn, of: 'x', ...aggregate }] }, input)['out']?.split(', a ')[1];
    expect(result({})).toBe(whole);
    expect(result({ where: 'i > 1' })).toBe(some);
  });

  test('a local event time gives local bounds, a clash renames the input\u2019s column [L5]', () => {
    const input = edge({ window_start: STRING, window_start_in: STRING, watermark: INT, n: INT, t: TIMESTAMP }, 't');
    expect(ports({ ...minimal, groupBy: ['window_start', 'window_start_in', 'n'] }, input)).toMatchObject({
      out:
        'window_start_in_in STRING, window_start_in STRING, n_in INT, window_start TIMESTAMP(3) NOT NULL, ' +
        'window_end TIMESTAMP(3) NOT NULL, window_time TIMESTAMP(3) NOT NULL, n BIGINT NOT NULL',
      late:
        'window_start_in_in STRING, window_start_in STRING, watermark_in INT, n INT, t TIMESTAMP(3), ' +
        'window_start TIMESTAMP(3) NOT NULL, window_end TIMESTAMP(3) NOT NULL, watermark TIMESTAMP(3) NOT NULL',
    });
  });

  test('window_time is the event time, late is timeless, a row is known by group and start [O1, O2]', () => {
    const resolved = resolve(minimal, bids);
    expect(resolved.ok && resolved.value.get('out')).toMatchObject({ time: 3, changelog: false, upsertKey: [0, 1] });
    expect(resolved.ok && resolved.value.get('late')).toMatchObject({ time: -1, changelog: false });
  });
});

describe('tumbling-window, issues', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['an unknown group', { groupBy: ['q'] }, 'groupBy[0]: There is no column q in the input. '],
    ['a group twice', { groupBy: ['k', 'k'] }, 'groupBy[1]: The column k is named twice.'],
    ['a group of bytes', { groupBy: ['raw'] }, 'groupBy[0]: raw is BYTES and cannot be a group.'],
    ['sum without a column', { aggregates: [{ name: 's', fn: 'sum' }] }, 'aggregates[0].of: sum needs a column.'],
    [
      'an unknown column',
      { aggregates: [count, { name: 's', fn: 'sum', of: 'vv' }] },
      'aggregates[1].of: There is no column vv in the input. The columns are k, i, v, d, raw, t.',
    ],
    [
      'sum of a string',
      { aggregates: [{ name: 's', fn: 'sum', of: 'k' }] },
      'aggregates[0].of: sum takes INT, BIGINT, DECIMAL and DOUBLE, but k is STRING.',
    ],
    ['a name twice', { aggregates: [count, count] }, 'aggregates[1].name: The result has a column n already.'],
    [
      'the name of a bound',
      { aggregates: [{ ...count, name: 'window_end' }] },
      'aggregates[0].name: The result has a column window_end already.',
    ],
    ...(
      [
        [
          'an average of texts',
          { fn: 'avg', of: 'k' },
          'of: avg takes INT, BIGINT, DECIMAL and DOUBLE, but k is STRING.',
        ],
        [
          'the smallest bytes',
          { fn: 'min', of: 'raw' },
          'of: min takes every type that has an order, but raw is BYTES.',
        ],
        ['texts of numbers', { fn: 'string_agg', of: 'v' }, 'of: string_agg takes STRING, but v is BIGINT.'],
        ['rows that are distinct', { fn: 'count', distinct: true }, 'distinct: count needs a column to be distinct.'],
        ['distinct bytes', { of: 'raw', distinct: true }, 'distinct: Values of BYTES cannot be told apart'],
        ['a distinct median', { fn: 'median', of: 'v', distinct: true }, 'distinct: median takes no distinct.'],
        ['a percentile of no part', { fn: 'percentile', of: 'v' }, 'args.p: percentile needs p. Add "args": {"p": '],
        ['a part for a sum', { fn: 'sum', of: 'v', args: { p: 0.5 } }, 'args.p: sum takes no p. Leave it out.'],
        ['a condition that is none', { where: 'v + 1' }, 'where: '],
        ['a condition on a column that is not there', { where: 'q > 1' }, 'where: There is no column q'],
      ] as const
    ).map(([title, change, message]): readonly [string, object, string] => [
      title,
      { aggregates: [count, { name: 'a', fn: 'count', ...change }] },
      `aggregates[1].${message}`,
    ]),
    ['no duration', { size: 'ten' }, 'size: '],
    ['a size of zero', { size: '0s' }, 'size: The size 0s is not positive.'],
    ['a huge size', { size: '4000d' }, 'size: The size 4000d is beyond 3660d.'],
    ['a calendar size', { size: '1mo' }, 'size: '],
    ['a calendar offset', { offset: '1w' }, 'offset: '],
  ];
  test.each(cases)('%s', (_, change, expected) => {
    expect(issues({ ...minimal, ...change })).toEqual([expect.stringContaining(expected)]);
  });

  test('a timeless input says what to do [O1]', () => {
    const timeless = edge({ k: STRING, t: TIMESTAMP_LTZ }, null);
    expect(issues(minimal, timeless)).toEqual([
      expect.stringContaining('Set eventTime of its source, for instance to t'),
    ]);
    expect(issues(minimal, edge({ k: STRING }, null))).toEqual([expect.stringContaining('Keep the event-time column')]);
  });

  test('a changelog is refused', () => {
    expect(issues(minimal, { ...bids, changelog: true })).toEqual([expect.stringContaining('takes no changelog yet')]);
  });
});

test('the card reads as the look asks', () => {
  const config = tumblingWindowSchema.parse({
    size: '1m',
    groupBy: ['product'],
    aggregates: [
      count,
      { name: 'total', fn: 'sum', of: 'amount' },
      { name: 'buyers', fn: 'count', of: 'user', distinct: true, where: 'amount > 5' },
    ],
  });
  expect(tumblingWindowSpec.form.summary(config)).toBe(
    '1 min tumbling · by product · count, sum amount, count distinct user where amount > 5',
  );
});
