import { BIGINT, DOUBLE, type Row, STRING, TIMESTAMP_LTZ, type Value } from '@millrace/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filter } from '../filter/index.ts';
import { project } from '../project/index.ts';
import type { Chain, ChainNode } from '../testing/chain-plan.ts';
import { type HarnessElement, type Outcome, runChain } from '../testing/harness.ts';
import { columnsOf } from '../testing/operator-case.ts';
import { judge, mergeLogs, type OracleElement, type OracleWindow, tumblingOracle } from '../testing/oracle.ts';
import type { Schedule } from '../testing/schedule.ts';
import { tumblingWindow } from './index.ts';

const COLUMNS = { t: TIMESTAMP_LTZ, k: STRING, v: BIGINT, d: DOUBLE };
const NAMES = Object.keys(COLUMNS);
const PARTITIONS = 3;

/** A row with its partition, or what stands between two segments. */
type Step = { readonly partition: number; readonly row: Row } | { readonly idle: number } | 'tick' | 'end';

type Scenario = {
  readonly steps: readonly Step[];
  readonly window: OracleWindow;
  readonly maxOutOfOrderMs: number;
  readonly schedule: Schedule;
};

const bigs: readonly Value[] = [
  null,
  0,
  -1,
  7,
  9_007_199_254_740_991,
  -9_007_199_254_740_993n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];

const rowStep = fc
  .record({
    partition: fc.nat(PARTITIONS - 1),
    /** Minutes of logs move forward; the rest is disorder. */
    forward: fc.nat(3),
    back: fc.oneof({ weight: 4, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.nat(60) }),
    dead: fc.nat(20).map((n) => n === 0),
    k: fc.constantFrom(null, '', 'a', 'b', '\u{1F44D}'),
    v: fc.constantFrom(...bigs),
    /** Sums of these are doubles, whatever the order. */
    d: fc.option(fc.integer({ min: -(2 ** 30), max: 2 ** 30 }).map((n) => n / 1_024)),
  })
  .map((row) => ({ kind: 'row' as const, ...row }));

const pause = fc.oneof(
  fc.record({ kind: fc.constant('idle' as const), partition: fc.nat(PARTITIONS - 1) }),
  fc.constant({ kind: 'tick' as const }),
);

const aggregate = fc.constantFrom<OracleWindow['aggregates'][number][]>(
  { fn: 'count', of: null, kind: null },
  { fn: 'count', of: 1, kind: 'STRING' },
  { fn: 'sum', of: 2, kind: 'BIGINT' },
  { fn: 'min', of: 2, kind: 'BIGINT' },
  { fn: 'max', of: 2, kind: 'BIGINT' },
  { fn: 'sum', of: 3, kind: 'DOUBLE' },
  { fn: 'min', of: 1, kind: 'STRING' },
  { fn: 'max', of: 1, kind: 'STRING' },
  { fn: 'max', of: 0, kind: 'TIMESTAMP_LTZ' },
  { fn: 'min', of: 3, kind: 'DOUBLE' },
);

type RawStep =
  | { readonly kind: 'idle'; readonly partition: number }
  | { readonly kind: 'tick' }
  | (typeof rowStep extends fc.Arbitrary<infer R> ? R : never);

/**
 * Gives rows their times. A partition that a person declared idle is not waited for (W3), so its next row stands in a segment of
 * its own: otherwise its place would be decided by arrival.
 */
function stepsOf(raw: readonly RawStep[], start: number): Step[] {
  let now = start;
  const declared = new Set<number>();
  return raw.flatMap((step): Step[] => {
    if (step.kind === 'tick') return ['tick'];
    if (step.kind === 'idle') {
      declared.add(step.partition);
      return [{ idle: step.partition }];
    }
    now += step.forward;
    const time = step.dead ? null : now - step.back;
    const row = { partition: step.partition, row: [time, step.k, step.v, step.d] };
    return declared.delete(step.partition) ? ['tick', row, 'tick'] : [row];
  });
}

const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    raw: fc.array(fc.oneof({ weight: 9, arbitrary: rowStep }, { weight: 1, arbitrary: pause }), { maxLength: 60 }),
    start: fc.constantFrom(-100, 0, 1_700_000_000_000),
    ends: fc.boolean(),
    window: fc.record({
      sizeMs: fc.integer({ min: 1, max: 20 }),
      offsetMs: fc.integer({ min: -30, max: 30 }),
      groupBy: fc.subarray([1, 2, 3]),
      aggregates: fc.array(aggregate, { minLength: 1, maxLength: 5 }),
    }),
    maxOutOfOrderMs: fc.nat(15),
    splits: fc.array(fc.nat(60)),
    cuts: fc.array(fc.nat(60)),
    crashes: fc.array(fc.nat(60)),
  })
  .map(({ raw, start, ends, splits, cuts, crashes, ...rest }) => {
    const steps = stepsOf(raw, start);
    const schedule = {
      name: 'random',
      splits: new Set([...splits, ...cuts, ...crashes]),
      cuts: new Set(cuts),
      crashes: new Set(crashes),
    };
    return { ...rest, steps: ends ? [...steps, 'end' as const] : steps, schedule };
  });

/** The same steps for the oracle: each segment's logs merged by W7, behind its dead records, which are taken at once (T2). */
function oracleElements(steps: readonly Step[]): readonly OracleElement[] {
  const elements: OracleElement[] = [];
  let logs: { partition: number; time: number; row: Row }[][] = [];
  const flush = () => {
    const merged = mergeLogs(Array.from({ length: PARTITIONS }, (_, partition) => logs[partition] ?? []));
    elements.push(...merged.map((row) => ({ kind: 'row' as const, ...row })));
    logs = Array.from({ length: PARTITIONS }, () => []);
  };
  flush();
  for (const step of steps) {
    if (typeof step === 'object' && 'row' in step) {
      const time = step.row[0];
      if (typeof time === 'number') logs[step.partition]?.push({ partition: step.partition, time, row: step.row });
      else elements.push({ kind: 'dead', partition: step.partition });
      continue;
    }
    flush();
    if (step === 'end') elements.push({ kind: 'end' });
    else if (step !== 'tick') elements.push({ kind: 'idle', partition: step.idle });
  }
  flush();
  return elements;
}

function run(scenario: Scenario, nodes: readonly ChainNode[], schedule: Schedule): Outcome {
  const table: Row[] = [];
  const elements = scenario.steps.map((step): HarnessElement => {
    if (step === 'end') return { kind: 'end' };
    if (step === 'tick') return { kind: 'tick', nowMs: 0 };
    if ('idle' in step) return { kind: 'idle', partition: step.idle };
    return { kind: 'row', partition: step.partition, entry: table.push(step.row) - 1 };
  });
  const chain: Chain = {
    columns: columnsOf(COLUMNS),
    time: 0,
    maxOutOfOrderMs: scenario.maxOutOfOrderMs,
    idleTimeoutMs: Number.POSITIVE_INFINITY,
    table,
    nodes,
  };
  return runChain(chain, PARTITIONS, elements, schedule);
}

function windowNode(window: OracleWindow, names: readonly string[]): ChainNode {
  const aggregates = window.aggregates.map(({ fn, of }, i) => ({
    name: `a${i}`,
    fn,
    ...(of === null ? {} : { of: names[of] }),
  }));
  const config = {
    size: `${window.sizeMs}ms`,
    offset: `${window.offsetMs}ms`,
    groupBy: window.groupBy.map((position) => names[position]),
    aggregates,
  };
  return { id: 'window', operator: tumblingWindow, config };
}

function rowsOf(steps: readonly Step[]): number {
  return steps.filter((step) => typeof step === 'object' && 'row' in step).length;
}

/** Found by chance: a dead record ends its partition's idleness, so the partition holds the watermark again (W4). */
const DEAD_AFTER_IDLE: Scenario = {
  window: { sizeMs: 1, offsetMs: 0, groupBy: [], aggregates: [{ fn: 'count', of: null, kind: null }] },
  maxOutOfOrderMs: 0,
  steps: [
    { idle: 2 },
    'tick',
    { partition: 2, row: [null, null, null, null] },
    'tick',
    { partition: 1, row: [-100, null, null, null] },
    { partition: 0, row: [-100, null, null, null] },
    { partition: 0, row: [-101, null, null, null] },
  ],
  schedule: { name: 'straight', splits: new Set(), cuts: new Set(), crashes: new Set() },
};

test('windows, late rows and errors are the oracle\u2019s, whatever the batches and crashes [W1, W2, W4, W5, W7, A1, A4, L1, L2, L3, L5, L7, X2, X5]', () => {
  fc.assert(
    fc.property(scenario, (each) => {
      const outcome = run(each, [windowNode(each.window, NAMES)], each.schedule);
      const judged = judge(oracleElements(each.steps), PARTITIONS, each.maxOutOfOrderMs);
      const expected = tumblingOracle(each.window, judged.rows, judged.watermark);
      expect(outcome.outputs.get('window.out')).toEqual(expected.closed);
      expect(outcome.outputs.get('window.late')).toEqual(expected.late);
      const fired = outcome.errors.filter((error) => error.node === 'window').map((error) => error.row);
      expect(fired).toEqual(expected.failed);
      const counters = outcome.counters['window'] ?? {};
      expect(counters['assignments'] ?? 0).toBe(expected.counted + expected.open);
      expect(counters['late'] ?? 0).toBe(expected.late.length);
      expect(outcome.open['window']).toBe(expected.open);
      const dead = outcome.errors.filter((error) => error.node === 'source').length;
      expect(expected.counted + expected.open + expected.late.length + dead).toBe(rowsOf(each.steps));
    }),
    { numRuns: 300, examples: [[DEAD_AFTER_IDLE]] },
  );
});

test('behind a filter and a project the watermark is still that of every row [W1, O1, Conservation]', () => {
  fc.assert(
    fc.property(scenario, (each) => {
      const window: OracleWindow = {
        ...each.window,
        groupBy: [1],
        aggregates: [
          { fn: 'count', of: null, kind: null },
          { fn: 'sum', of: 0, kind: 'BIGINT' },
        ],
      };
      const nodes = [
        { id: 'filter', operator: filter, config: { where: 'v >= 0' } },
        { id: 'project', operator: project, config: { columns: ['v', 'k', { name: 'at', expr: 't' }] } },
        windowNode(window, ['v', 'k', 'at']),
      ];
      const outcome = run(each, nodes, each.schedule);
      const judged = judge(oracleElements(each.steps), PARTITIONS, each.maxOutOfOrderMs);
      const passing = judged.rows.filter(({ row }) => row[2] !== null && (row[2] as number) >= 0);
      const rows = passing.map((one) => ({ ...one, row: [one.row[2], one.row[1], one.row[0]] as Row }));
      const expected = tumblingOracle(window, rows, judged.watermark);
      expect(outcome.outputs.get('window.out')).toEqual(expected.closed);
      expect(outcome.outputs.get('window.late')).toEqual(expected.late);
      expect(outcome.counters['filter']?.['filtered'] ?? 0).toBe(judged.rows.length - passing.length);
      expect(outcome.counters['window']?.['assignments'] ?? 0).toBe(expected.counted + expected.open);
    }),
    { numRuns: 150 },
  );
});
