import { BIGINT, BOOLEAN, DOUBLE, STRING, TIMESTAMP, TIMESTAMP_LTZ } from '@millrace/model';
import { describeCases } from '../testing/describe-cases.ts';
import type { OperatorCase } from '../testing/operator-case.ts';
import { tumblingWindow } from './index.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;

const base = { columns: { t: TIMESTAMP_LTZ, k: STRING, v: BIGINT }, time: 't' };
const count = { name: 'n', fn: 'count' };
const perKey = { size: '10ms', groupBy: ['k'], aggregates: [count] };
const all = { size: '10ms', groupBy: [], aggregates: [count] };

/** One window [0, 10) of values, closed by a row at 10; aggregates of the column v. */
function oneWindow(
  title: string,
  type: OperatorCase['columns'][string],
  values: readonly OperatorCase['elements'][number][],
  fns: readonly string[],
  results: readonly (null | boolean | number | bigint | string)[],
): OperatorCase {
  const aggregates = fns.map((fn) => ({ name: `${fn}_v`, fn, of: 'v' }));
  return {
    title,
    columns: { t: TIMESTAMP_LTZ, v: type },
    time: 't',
    config: { size: '10ms', groupBy: [], aggregates },
    elements: [...values, [10, null]],
    expect: { out: [[0, 10, 9, ...results]], counters: { assignments: values.length + 1 } },
  };
}

/** The same instants, 5, 12 and 25 s, in a column of seconds and in one of nanoseconds. */
const precisions = [0, 9].map(
  (precision): OperatorCase => ({
    title: `an event time in units of 10^−${precision} s has its windows in milliseconds`,
    columns: { t: { kind: 'TIMESTAMP_LTZ', precision } },
    time: 't',
    config: { size: '10s', groupBy: [], aggregates: [count] },
    elements: [[5 * 10 ** precision], [12 * 10 ** precision], [4 * 10 ** precision], [25 * 10 ** precision], 'end'],
    expect: {
      out: [
        [0, 10_000, 9_999, 1],
        [10_000, 20_000, 19_999, 1],
        [20_000, 30_000, 29_999, 1],
      ],
      late: [[4 * 10 ** precision, 0, 10_000, 12_000]],
      counters: { assignments: 3, late: 1, lateAssignments: 1 },
    },
  }),
);

const nanoseconds: OperatorCase = {
  title: 'a nanosecond decides on which side of a bound a row lies, also beyond what a number holds exactly',
  columns: { t: { kind: 'TIMESTAMP_LTZ', precision: 9 } },
  time: 't',
  config: { size: '1s', groupBy: [], aggregates: [count] },
  elements: [[1_767_225_600_999_999_999n], [1_767_225_601_000_000_000n], 'end'],
  expect: {
    out: [
      [1_767_225_600_000, 1_767_225_601_000, 1_767_225_600_999, 1],
      [1_767_225_601_000, 1_767_225_602_000, 1_767_225_601_999, 1],
    ],
    counters: { assignments: 2 },
  },
};

const windows: readonly OperatorCase[] = [
  {
    ...base,
    title: 'one row per group when the watermark reaches the end [A1, L3, L5]',
    config: {
      ...perKey,
      aggregates: [count, { name: 'total', fn: 'sum', of: 'v' }, { name: 'top', fn: 'max', of: 'v' }],
    },
    elements: [
      [1, 'a', 5],
      [3, 'b', 7],
      [9, 'a', 1],
      [10, 'a', 2],
    ],
    expect: {
      out: [
        ['a', 0, 10, 9, 2, 6, 5],
        ['b', 0, 10, 9, 1, 7, 7],
      ],
      counters: { assignments: 4 },
    },
  },
  {
    ...base,
    title: 'windows close in the order of their ends and the end of the input closes the rest [L3, W3]',
    config: perKey,
    maxOutOfOrderMs: 100,
    orderFree: true,
    elements: [[25, 'a', 1], [5, 'a', 1], [15, 'a', 1], 'end'],
    expect: {
      out: [
        ['a', 0, 10, 9, 1],
        ['a', 10, 20, 19, 1],
        ['a', 20, 30, 29, 1],
      ],
    },
  },
  {
    ...base,
    title: 'a window whose end equals the watermark before the row is late, one that ends later is not [L1, L2]',
    config: perKey,
    elements: [
      [10, 'a', 1],
      [9, 'b', 2],
      [12, 'c', 3],
      [11, 'd', 4],
      [20, 'e', 5],
    ],
    expect: {
      out: [
        ['a', 10, 20, 19, 1],
        ['c', 10, 20, 19, 1],
        ['d', 10, 20, 19, 1],
      ],
      late: [[9, 'b', 2, 0, 10, 10]],
      counters: { assignments: 4, late: 1, lateAssignments: 1 },
    },
  },
  {
    ...base,
    title: 'a row is judged with the watermark before it, not by its own [W1, L1]',
    config: all,
    elements: [
      [5, 'a', 1],
      [100, 'a', 1],
      [110, 'a', 1],
    ],
    expect: {
      out: [
        [0, 10, 9, 1],
        [100, 110, 109, 1],
      ],
    },
  },
  {
    ...base,
    title: 'FLINK-26334: −1 ms lies in [−10, 0), windows before 1970 exist [A1, A4]',
    config: all,
    elements: [[-11, 'a', 1], [-10, 'a', 1], [-1, 'a', 1], [0, 'a', 1], 'end'],
    expect: {
      out: [
        [-20, -10, -11, 1],
        [-10, 0, -1, 2],
        [0, 10, 9, 1],
      ],
    },
  },
  {
    ...base,
    title: 'SPARK-39347: an offset of 5 s before 1970 [A1]',
    config: { ...all, size: '10s', offset: '5s' },
    elements: [[-DAY + 2 * SECOND, 'a', 1], [-DAY + 12 * SECOND, 'a', 1], 'end'],
    expect: {
      out: [
        [-DAY - 5 * SECOND, -DAY + 5 * SECOND, -DAY + 5 * SECOND - 1, 1],
        [-DAY + 5 * SECOND, -DAY + 15 * SECOND, -DAY + 15 * SECOND - 1, 1],
      ],
    },
  },
  {
    ...base,
    title: 'a negative offset and one beyond the size shift the windows alike [A1]',
    config: { ...all, offset: '-13ms' },
    elements: [[6, 'a', 1], [7, 'a', 1], [-4, 'a', 1], 'end'],
    maxOutOfOrderMs: 20,
    expect: {
      out: [
        [-13, -3, -4, 1],
        [-3, 7, 6, 1],
        [7, 17, 16, 1],
      ],
    },
  },
  {
    ...base,
    title: 'kafka#6260: three minutes of data with the default disorder close the first two windows [L3]',
    config: { ...all, size: '1m' },
    maxOutOfOrderMs: 5 * SECOND,
    elements: Array.from({ length: 19 }, (_, i) => [i * 10 * SECOND, 'a', 1]),
    expect: {
      out: [
        [0, MINUTE, MINUTE - 1, 6],
        [MINUTE, 2 * MINUTE, 2 * MINUTE - 1, 6],
      ],
    },
  },
  {
    ...base,
    title: 'ksql#4579: the last second of a day after the first row of the next is late, counted and visible [L2]',
    config: { ...all, size: '1d' },
    elements: [
      [DAY, 'a', 1],
      [DAY - SECOND, 'b', 2],
    ],
    expect: { late: [[DAY - SECOND, 'b', 2, 0, DAY, DAY]], counters: { assignments: 1, late: 1 } },
  },
  {
    ...base,
    title:
      'risingwave#23270, volga#169: a late row leaves once, with bounds and watermark, before and after a crash [L2, W5]',
    config: perKey,
    elements: [
      [25, 'a', 1],
      [3, 'b', 2],
      [13, 'c', 3],
      [23, 'd', 4],
    ],
    expect: {
      late: [
        [3, 'b', 2, 0, 10, 25],
        [13, 'c', 3, 10, 20, 25],
      ],
      counters: { assignments: 2, late: 2, lateAssignments: 2 },
    },
  },
  {
    ...base,
    title: 'laminardb#79, plausible#593: bounds come from event times, not from arrival or fetches [A1]',
    config: { ...all, size: '5ms' },
    maxOutOfOrderMs: 10,
    orderFree: true,
    elements: [[10, 'a', 1], [2, 'a', 1], [7, 'a', 1], 'end'],
    expect: {
      out: [
        [0, 5, 4, 1],
        [5, 10, 9, 1],
        [10, 15, 14, 1],
      ],
    },
  },
  {
    ...base,
    title: 'kafkameter#19: a row without an event time enters no window and moves no watermark [T2]',
    config: all,
    elements: [
      [1, 'a', 1],
      [null, 'a', 1],
      [2, 'a', 1],
      [10, 'a', 1],
    ],
    expect: { out: [[0, 10, 9, 2]], errors: [{ reason: '', offset: 1 }], counters: { assignments: 3 } },
  },
  {
    ...base,
    title: 'NULL is a group of its own, beside groups of one and two columns [L7]',
    config: { ...perKey, groupBy: ['k', 'v'] },
    maxOutOfOrderMs: 20,
    orderFree: false,
    elements: [[1, null, null], [2, 'a', null], [3, null, 1], [4, null, null], [5, '', null], [6, 'a', null], 'end'],
    expect: {
      out: [
        [null, null, 0, 10, 9, 2],
        ['a', null, 0, 10, 9, 2],
        [null, 1, 0, 10, 9, 1],
        ['', null, 0, 10, 9, 1],
      ],
    },
  },
  {
    ...base,
    title: 'groups of exact integers beyond 2^53 and their neighbours stay apart [X2]',
    config: { ...perKey, groupBy: ['v'] },
    elements: [
      [1, 'a', 9_007_199_254_740_993n],
      [2, 'a', 9_007_199_254_740_991],
      [3, 'a', 9_007_199_254_740_992n],
      [4, 'a', 9_007_199_254_740_993n],
      [5, 'a', null],
      [10, 'a', 0],
    ],
    expect: {
      out: [
        [9_007_199_254_740_993n, 0, 10, 9, 2],
        [9_007_199_254_740_991, 0, 10, 9, 1],
        [9_007_199_254_740_992n, 0, 10, 9, 1],
        [null, 0, 10, 9, 1],
      ],
    },
  },
  {
    title: 'DOUBLE groups: NaN is one group, NULL another, infinities are values [L7, X2]',
    columns: { t: TIMESTAMP_LTZ, d: DOUBLE },
    time: 't',
    config: { ...all, groupBy: ['d'] },
    elements: [
      [1, Number.NaN],
      [2, null],
      [3, Number.NaN],
      [4, Number.POSITIVE_INFINITY],
      [5, 0.5],
      [10, 0],
    ],
    expect: {
      out: [
        [Number.NaN, 0, 10, 9, 2],
        [null, 0, 10, 9, 1],
        [Number.POSITIVE_INFINITY, 0, 10, 9, 1],
        [0.5, 0, 10, 9, 1],
      ],
    },
  },
  {
    title: 'a clash of names changes nothing in the values [L5]',
    columns: { window_start: TIMESTAMP, n: BOOLEAN },
    time: 'window_start',
    config: { size: '10ms', groupBy: ['n'], aggregates: [count] },
    elements: [
      [1, true],
      [2, false],
      [3, true],
      [10, true],
    ],
    expect: {
      out: [
        [true, 0, 10, 9, 2],
        [false, 0, 10, 9, 1],
      ],
    },
  },
];

const watermarks: readonly OperatorCase[] = [
  {
    ...base,
    title: 'the slowest partition holds every window back [W2]',
    config: all,
    partitions: 2,
    elements: [
      { partition: 0, row: [1, 'a', 1] },
      { partition: 0, row: [12, 'a', 1] },
      { partition: 1, row: [3, 'b', 1] },
      { tickMs: 1 },
      { partition: 1, row: [11, 'b', 1] },
    ],
    expect: { out: [[0, 10, 9, 2]], counters: { assignments: 4 } },
  },
  {
    ...base,
    title: 'Flink Q&A, FLINK-3121, beam#40176: a partition without a record lets go after its idle time-out [W3]',
    config: all,
    partitions: 2,
    idleTimeoutMs: 1_000,
    elements: [
      { partition: 0, row: [1, 'a', 1] },
      { tickMs: 600 },
      { partition: 0, row: [12, 'a', 1] },
      { tickMs: 1_000 },
    ],
    expect: { out: [[0, 10, 9, 1]] },
  },
  {
    ...base,
    title: 'an idle partition that resumes takes part again, its older rows are late [W4, L1]',
    config: all,
    partitions: 2,
    elements: [
      { partition: 0, row: [1, 'a', 1] },
      { partition: 0, row: [12, 'a', 1] },
      { idle: 1 },
      { partition: 1, row: [5, 'b', 1] },
      { partition: 1, row: [13, 'b', 1] },
      { tickMs: 1 },
      { partition: 0, row: [25, 'a', 1] },
    ],
    expect: {
      out: [[0, 10, 9, 1]],
      late: [[5, 'b', 1, 0, 10, 12]],
      counters: { assignments: 4, late: 1 },
    },
  },
  {
    ...base,
    title: 'a window that idleness has closed takes no row any more, also when the last row was in it [W3, L1]',
    config: all,
    partitions: 2,
    elements: [
      { partition: 1, row: [12, 'b', 1] },
      { tickMs: 1 },
      { partition: 0, row: [1, 'a', 1] },
      { idle: 0 },
      { partition: 0, row: [5, 'a', 2] },
    ],
    expect: { out: [[0, 10, 9, 1]], late: [[5, 'a', 2, 0, 10, 12]], counters: { assignments: 2, late: 1 } },
  },
  {
    ...base,
    title: 'when all partitions are idle the watermark stays [W3, L6]',
    config: all,
    elements: [[1, 'a', 1], [9, 'a', 1], { idle: 0 }, [8, 'a', 1], [10, 'a', 1]],
    expect: { out: [[0, 10, 9, 3]] },
  },
  {
    ...base,
    title: 'partitions are merged by the event times of their heads [W7]',
    config: all,
    partitions: 2,
    elements: [
      { partition: 0, row: [20, 'a', 1] },
      { partition: 0, row: [40, 'a', 1] },
      { partition: 1, row: [5, 'b', 1] },
      { partition: 1, row: [15, 'b', 1] },
      { partition: 1, row: [25, 'b', 1] },
    ],
    expect: {
      out: [
        [0, 10, 9, 1],
        [10, 20, 19, 1],
      ],
    },
  },
];

const MAX = 9_223_372_036_854_775_807n;

const aggregates: readonly OperatorCase[] = [
  oneWindow(
    'NULLs are skipped [L7]',
    BIGINT,
    [
      [1, 3],
      [2, null],
      [3, 4],
    ],
    ['count', 'sum', 'min', 'max'],
    [2, 7, 3, 4],
  ),
  oneWindow(
    'nothing but NULL gives NULL and a count of 0 [L7]',
    BIGINT,
    [
      [1, null],
      [2, null],
    ],
    ['count', 'sum', 'min', 'max'],
    [0, null, null, null],
  ),
  oneWindow(
    'the first value after a NULL [L7]',
    BIGINT,
    [
      [1, null],
      [2, -5],
    ],
    ['count', 'sum', 'min', 'max'],
    [1, -5, -5, -5],
  ),
  oneWindow(
    'integers beyond 2^53 are exact [X2]',
    BIGINT,
    [
      [1, 9_007_199_254_740_991],
      [2, 2],
      [3, -9_007_199_254_740_993n],
    ],
    ['sum', 'min', 'max'],
    [0, -9_007_199_254_740_993n, 9_007_199_254_740_991],
  ),
  oneWindow(
    'a sum leaves the exact doubles and comes back [X2]',
    BIGINT,
    [
      [1, 9_007_199_254_740_991],
      [2, 9],
      [3, -10],
    ],
    ['sum'],
    [9_007_199_254_740_990],
  ),
  oneWindow(
    'a sum beyond 64 bits on the way is none in the end [X5]',
    BIGINT,
    [
      [1, MAX],
      [2, MAX],
      [3, -MAX],
    ],
    ['sum'],
    [MAX],
  ),
  oneWindow(
    'strings go by code points [X1]',
    STRING,
    [
      [1, '\u{1F44D}'],
      [2, '\uFF01'],
      [3, 'a'],
    ],
    ['min', 'max'],
    ['a', '\u{1F44D}'],
  ),
  oneWindow(
    'timestamps [L5]',
    TIMESTAMP,
    [
      [1, -5],
      [2, 7],
    ],
    ['min', 'max'],
    [-5, 7],
  ),
  oneWindow(
    'FALSE is below TRUE',
    BOOLEAN,
    [
      [1, true],
      [2, false],
      [3, null],
    ],
    ['min', 'max', 'count'],
    [false, true, 2],
  ),
  oneWindow(
    'NaN is the largest DOUBLE [X2]',
    DOUBLE,
    [
      [1, 1],
      [2, Number.NaN],
      [3, 7],
    ],
    ['min', 'max'],
    [1, Number.NaN],
  ),
  oneWindow(
    'NaN first [X2]',
    DOUBLE,
    [
      [1, Number.NaN],
      [2, 2],
    ],
    ['min', 'max', 'sum'],
    [2, Number.NaN, Number.NaN],
  ),
  oneWindow(
    'infinities among the data are values [X2]',
    DOUBLE,
    [
      [1, Number.POSITIVE_INFINITY],
      [2, 2],
    ],
    ['sum', 'min'],
    [Number.POSITIVE_INFINITY, 2],
  ),
  oneWindow(
    'a DOUBLE sum beyond the range comes back [X5]',
    DOUBLE,
    [
      [1, 1.5e308],
      [2, 1.5e308],
      [3, -1.5e308],
      [4, 0.5],
    ],
    ['sum'],
    [1.5e308],
  ),
  {
    ...base,
    title: 'a sum beyond BIGINT leaves on error with group and bounds, in place of the row [X5, E8]',
    config: { ...perKey, aggregates: [count, { name: 'total', fn: 'sum', of: 'v' }] },
    elements: [[1, 'a', MAX], [2, 'b', 1], [3, 'a', 1], 'end'],
    expect: {
      out: [['b', 0, 10, 9, 1, 1]],
      errors: [{ reason: 'sum total is beyond BIGINT', offset: null, row: ['a', 0, 10, 9, 2, null] }],
    },
  },
  {
    ...base,
    title: 'with onError null a sum beyond BIGINT is NULL [X3, X5]',
    config: { ...perKey, aggregates: [count, { name: 'total', fn: 'sum', of: 'v' }] },
    onError: 'null',
    elements: [[1, 'a', -MAX], [3, 'a', -2], 'end'],
    expect: { out: [['a', 0, 10, 9, 2, null]] },
  },
  {
    ...base,
    title: 'with onError stop a sum beyond BIGINT stops the pipeline [X3, X5]',
    config: { ...perKey, aggregates: [{ name: 'total', fn: 'sum', of: 'v' }] },
    onError: 'stop',
    elements: [[1, 'a', MAX], [3, 'a', 1], 'end'],
    expect: { stops: 'sum total is beyond BIGINT' },
  },
  {
    title: 'a DOUBLE sum beyond the range leaves on error [X2, X5]',
    columns: { t: TIMESTAMP_LTZ, v: DOUBLE },
    time: 't',
    config: { ...all, aggregates: [{ name: 'total', fn: 'sum', of: 'v' }] },
    elements: [[1, -1.5e308], [3, -1.5e308], 'end'],
    expect: { errors: [{ reason: 'sum total is beyond DOUBLE', offset: null, row: [0, 10, 9, null] }] },
  },
];

describeCases('tumbling-window', tumblingWindow, windows);
describeCases('tumbling-window by precision of the event time', tumblingWindow, [...precisions, nanoseconds]);
describeCases('tumbling-window under watermarks', tumblingWindow, watermarks);
describeCases('tumbling-window aggregates', tumblingWindow, aggregates);
