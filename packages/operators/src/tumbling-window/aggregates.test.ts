import { arrayOf, BIGINT, BYTES, type ColumnType, DOUBLE, decimal, INT, STRING, TIMESTAMP_LTZ } from '@millrace/model';
import { describeCases } from '../testing/describe-cases.ts';
import type { OperatorCase } from '../testing/operator-case.ts';
import { tumblingWindow } from './index.ts';

const columns = { t: TIMESTAMP_LTZ, k: STRING, v: BIGINT };
const BIG = 9_007_199_254_740_993n;

type Aggregate = Readonly<Record<string, unknown>>;

/** Windows of 10 ms by k over columns t, k and v. */
function windows(
  title: string,
  of: ColumnType,
  aggregates: readonly Aggregate[],
  rest: Pick<OperatorCase, 'elements' | 'expect'> & Partial<OperatorCase>,
): OperatorCase {
  return {
    title,
    columns: { ...columns, v: of },
    time: 't',
    maxOutOfOrderMs: 10,
    config: {
      size: '10ms',
      groupBy: ['k'],
      aggregates: aggregates.map((each, i) => ({ name: `a${i}`, of: 'v', ...each })),
    },
    ...rest,
  };
}

const spreads = ['var_pop', 'var_samp', 'stddev_pop', 'stddev_samp'].map((fn) => ({ fn }));

const families: readonly OperatorCase[] = [
  windows('avg of integers is a DOUBLE, exact to the last digit before it is rounded [X5]', BIGINT, [{ fn: 'avg' }], {
    orderFree: true,
    elements: [
      [1, 'a', 1],
      [2, 'a', 2],
      [3, 'b', BIG],
      [4, 'b', -BIG],
      [5, 'b', 4],
      [6, 'c', null],
      [7, 'b', null],
      'end',
    ],
    expect: {
      out: [
        ['a', 0, 10, 9, 1.5],
        ['b', 0, 10, 9, 4 / 3],
        ['c', 0, 10, 9, null],
      ],
    },
  }),
  windows(
    'sum and avg of DECIMAL are DECIMAL, rounded half away from zero [X2, X5]',
    decimal(10, 2),
    [{ fn: 'sum' }, { fn: 'avg' }],
    {
      orderFree: true,
      elements: [[1, 'a', 100], [2, 'a', 100], [3, 'a', -1], [4, 'b', -1], [5, 'b', -1], [6, 'b', -2], 'end'],
      expect: {
        out: [
          ['a', 0, 10, 9, 199, 663_333],
          ['b', 0, 10, 9, -4, -13_333],
        ],
      },
    },
  ),
  windows(
    'DISTINCT counts each value once, NULL never [L7]',
    BIGINT,
    [{ fn: 'count', distinct: true }, { fn: 'sum', distinct: true }, { fn: 'max', distinct: true }, { fn: 'count' }],
    {
      orderFree: true,
      elements: [
        [1, 'a', BIG],
        [2, 'a', 3],
        [3, 'a', BIG],
        [4, 'b', 3],
        [5, 'a', null],
        [6, 'a', 3],
        [12, 'a', 3],
        'end',
      ],
      expect: {
        out: [
          ['a', 0, 10, 9, 2, BIG + 3n, BIG, 4],
          ['b', 0, 10, 9, 1, 3, 3, 1],
          ['a', 10, 20, 19, 1, 3, 3, 1],
        ],
      },
    },
  ),
  windows(
    'first and last go by event time, then partition, then offset, and skip NULL [J6]',
    STRING,
    [{ fn: 'first' }, { fn: 'last' }],
    {
      partitions: 2,
      elements: [
        { partition: 1, row: [5, 'a', 'later'] },
        { partition: 1, row: [2, 'a', 'partition 1'] },
        { partition: 0, row: [2, 'a', 'partition 0'] },
        { partition: 0, row: [2, 'a', 'its next'] },
        { partition: 0, row: [9, 'a', null] },
        { partition: 0, row: [1, 'a', null] },
        'end',
      ],
      expect: { out: [['a', 0, 10, 9, 'partition 0', 'later']] },
    },
  ),
  windows(
    'collect and string_agg go by event time, collect keeps NULL [J6, L7]',
    STRING,
    [{ fn: 'collect' }, { fn: 'string_agg' }, { fn: 'string_agg', args: { separator: '' } }],
    {
      elements: [[3, 'a', 'c'], [1, 'a', 'a'], [2, 'a', null], [1, 'a', 'b'], [4, 'b', null], 'end'],
      expect: {
        out: [
          ['a', 0, 10, 9, ['a', 'b', null, 'c'], 'a,b,c', 'abc'],
          ['b', 0, 10, 9, [null], null, null],
        ],
      },
    },
  ),
  windows('collect and last keep bytes', BYTES, [{ fn: 'collect' }, { fn: 'last' }], {
    elements: [[1, 'a', Uint8Array.of(1)], [2, 'a', Uint8Array.of()], 'end'],
    expect: { out: [['a', 0, 10, 9, [Uint8Array.of(1), Uint8Array.of()], Uint8Array.of()]] },
  }),
  windows('collect makes lists of lists', arrayOf(BIGINT), [{ fn: 'collect' }], {
    elements: [[1, 'a', [1, BIG]], [2, 'a', []], [3, 'a', null], 'end'],
    expect: { out: [['a', 0, 10, 9, [[1, BIG], [], null]]] },
  }),
  windows(
    'median and percentile lie between two values by proportion [X5]',
    INT,
    [{ fn: 'median' }, { fn: 'percentile', args: { p: 0.9 } }, { fn: 'percentile', args: { p: 1 } }],
    {
      orderFree: true,
      elements: [[1, 'a', 4], [2, 'a', 1], [3, 'a', 1], [4, 'a', 3], [5, 'b', 7], [6, 'c', null], 'end'],
      expect: {
        out: [
          ['a', 0, 10, 9, 2, 3.7, 4],
          ['b', 0, 10, 9, 7, 7, 7],
          ['c', 0, 10, 9, null, null, null],
        ],
      },
    },
  ),
  windows('the median of DECIMAL is DECIMAL [X5]', decimal(5, 0), [{ fn: 'median' }], {
    orderFree: true,
    elements: [[1, 'a', 1], [2, 'a', 4], [3, 'b', 5], 'end'],
    expect: {
      out: [
        ['a', 0, 10, 9, 2_500_000],
        ['b', 0, 10, 9, 5_000_000],
      ],
    },
  }),
  windows('spreads lose no digit to a large offset, and a sample of one has none [X2]', DOUBLE, spreads, {
    orderFree: true,
    elements: [[1, 'a', 1e9 + 4], [2, 'a', 1e9 + 7], [3, 'a', 1e9 + 13], [4, 'a', 1e9 + 16], [5, 'b', 0.1], 'end'],
    expect: {
      out: [
        ['a', 0, 10, 9, 22.5, 30, Math.sqrt(22.5), Math.sqrt(30)],
        ['b', 0, 10, 9, 0, null, 0, null],
      ],
    },
  }),
  windows('a sum of DOUBLE is exact until it is rounded, in every order [X2, X5]', DOUBLE, [{ fn: 'sum' }], {
    orderFree: true,
    elements: [
      [1, 'a', 1e308],
      [2, 'a', 0.1],
      [3, 'a', 1e308],
      [4, 'a', -1e308],
      [5, 'a', 0.2],
      [6, 'a', -1e308],
      [7, 'a', 0.3],
      'end',
    ],
    expect: { out: [['a', 0, 10, 9, 0.6]] },
  }),
];

const conditions: readonly OperatorCase[] = [
  windows(
    'each aggregate takes the rows that make its condition TRUE, not those of FALSE and UNKNOWN [L7, X1]',
    BIGINT,
    [
      { fn: 'count', of: undefined, where: 'v > 2' },
      { fn: 'sum', where: 'v > 2' },
      { fn: 'max', where: 'v < 2' },
      { fn: 'count', of: undefined, where: 'NOT (v > 2)' },
      { fn: 'count', of: undefined },
    ],
    {
      orderFree: true,
      elements: [[1, 'a', 1], [2, 'a', 3], [3, 'a', 4], [4, 'a', null], [5, 'b', null], 'end'],
      expect: {
        out: [
          ['a', 0, 10, 9, 2, 7, 1, 1, 4],
          ['b', 0, 10, 9, 0, null, null, 0, 1],
        ],
      },
    },
  ),
  windows(
    'a row whose condition fails leaves on error and counts in no aggregate [X3]',
    BIGINT,
    [
      { fn: 'count', of: undefined },
      { fn: 'sum', where: '10 / v > 2' },
    ],
    {
      elements: [[1, 'a', 1], [2, 'a', 0], [3, 'a', 5], 'end'],
      expect: {
        out: [['a', 0, 10, 9, 2, 1]],
        errors: [{ reason: 'ivi', offset: 1 }],
        counters: { assignments: 2 },
      },
    },
  ),
  windows(
    'with onError null a condition that fails does not hold [X3]',
    BIGINT,
    [
      { fn: 'count', of: undefined },
      { fn: 'sum', where: '10 / (v - 2) > 2' },
    ],
    {
      onError: 'null',
      elements: [[1, 'a', 3], [2, 'a', 2], [3, 'a', 12], 'end'],
      expect: { out: [['a', 0, 10, 9, 3, 3]], counters: { assignments: 3 } },
    },
  ),
];

const LARGEST = 10n ** 38n - 1n;

const bounds: readonly OperatorCase[] = [
  windows(
    'a DECIMAL sum beyond 38 digits leaves on error, one that comes back does not [X5]',
    decimal(38, 0),
    [{ fn: 'sum' }],
    {
      orderFree: true,
      elements: [[1, 'a', LARGEST], [2, 'a', 1], [3, 'b', LARGEST], [4, 'b', 1], [5, 'b', -1], 'end'],
      expect: {
        out: [['b', 0, 10, 9, LARGEST]],
        errors: [{ reason: 'sum a0 is beyond DECIMAL(38, 0)', offset: null, row: ['a', 0, 10, 9, null] }],
      },
    },
  ),
  windows('a DOUBLE sum beyond the doubles leaves on error, its avg is a value [X2, X5]', DOUBLE, [{ fn: 'sum' }], {
    elements: [[1, 'a', 1e308], [2, 'a', 1e308], [3, 'b', Number.POSITIVE_INFINITY], [4, 'b', 1], 'end'],
    expect: {
      out: [['b', 0, 10, 9, Number.POSITIVE_INFINITY]],
      errors: [{ reason: 'sum a0 is beyond DOUBLE', offset: null, row: ['a', 0, 10, 9, null] }],
    },
  }),
  windows(
    'more values than the limit leave on error with group and window [X5]',
    INT,
    [{ fn: 'collect', args: { limit: 2 } }],
    {
      elements: [[1, 'a', 1], [2, 'b', 1], [3, 'a', 2], [4, 'a', 3], [5, 'b', 2], 'end'],
      expect: {
        out: [['b', 0, 10, 9, [1, 2]]],
        errors: [
          {
            reason:
              'collect a0 has more than 2 values, or 1048576 characters of them for this group and window. Make the window',
            offset: null,
            row: ['a', 0, 10, 9, null],
          },
        ],
      },
    },
  ),
];

describeCases('tumbling-window, aggregates', tumblingWindow, families);
describeCases('tumbling-window, aggregates with a condition', tumblingWindow, conditions);
describeCases('tumbling-window, bounds of aggregates', tumblingWindow, bounds);
