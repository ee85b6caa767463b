import {
  arrayOf,
  BIGINT,
  BOOLEAN,
  BYTES,
  type ColumnType,
  canonicalInt,
  DATE,
  DOUBLE,
  decimal,
  type EdgeSchema,
  formatType,
  INT,
  STRING,
  TIMESTAMP,
  TIMESTAMP_LTZ,
  type Value,
} from '@millrace/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aggregateOracle, type OracleAnswer, type OracleInput } from '../testing/aggregate-oracle.ts';
import { AggregatePanes } from '../testing/aggregate-panes.ts';
import { isNearest, isRoot } from '../testing/rational.ts';
import { AGGREGATES } from './aggregate-functions.ts';

const PANES = 3;

/** Values of a type from a few, so that equal ones meet, and from all, so that every size of number does. */
const values: ReadonlyMap<ColumnType, fc.Arbitrary<Value>> = new Map<ColumnType, fc.Arbitrary<Value>>([
  [INT, fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer())],
  [
    BIGINT,
    fc.oneof(fc.integer({ min: -2, max: 2 }), whole(2n ** 63n - 1n), fc.constantFrom(2n ** 63n - 1n, -(2n ** 62n))),
  ],
  [decimal(20, 2), fc.oneof(fc.integer({ min: -200, max: 200 }), whole(10n ** 20n - 1n))],
  [decimal(38, 9), fc.oneof(fc.integer({ min: -200, max: 200 }), whole(10n ** 38n - 1n))],
  [
    DOUBLE,
    fc
      .oneof(
        fc.constantFrom(0.1, 0.2, 0.3, -0.3, 1e16, 1, -1e16),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: -1e-300, max: 1e-300, noNaN: true }),
        fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e300, -1e300),
        fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
      )
      .map((value) => value + 0),
  ],
  [STRING, fc.oneof(fc.constantFrom('', 'a', 'b'), fc.string({ unit: 'binary' }))],
  [BOOLEAN, fc.boolean()],
  [DATE, fc.integer({ min: -3, max: 3 })],
  [TIMESTAMP, fc.integer({ min: -3, max: 3 })],
  [BYTES, fc.uint8Array({ maxLength: 3 })],
  [arrayOf(STRING), fc.array(fc.option(fc.string()), { maxLength: 3 })],
]);

function whole(largest: bigint): fc.Arbitrary<Value> {
  return fc.bigInt({ min: -largest, max: largest }).map(canonicalInt);
}

const NUMBERS = [...values.keys()].filter(({ kind }) => ['INT', 'BIGINT', 'DECIMAL', 'DOUBLE'].includes(kind));
const KEYS = [...values.keys()].filter(({ kind }) => kind !== 'BYTES' && kind !== 'ARRAY');
const ALL = [...values.keys()];

type Call = { readonly fn: string; readonly distinct?: boolean; readonly args?: { p?: number; separator?: string } };

const calls: readonly (readonly [Call, readonly ColumnType[]])[] = [
  [{ fn: 'count' }, ALL],
  [{ fn: 'count', distinct: true }, KEYS],
  [{ fn: 'sum' }, NUMBERS],
  [{ fn: 'sum', distinct: true }, NUMBERS],
  [{ fn: 'min' }, KEYS],
  [{ fn: 'max' }, KEYS],
  [{ fn: 'avg' }, NUMBERS],
  [{ fn: 'avg', distinct: true }, NUMBERS],
  [{ fn: 'first' }, ALL],
  [{ fn: 'last' }, ALL],
  [{ fn: 'median' }, NUMBERS],
  [{ fn: 'percentile', args: { p: 0.9 } }, NUMBERS],
  [{ fn: 'percentile', args: { p: 0 } }, [DOUBLE]],
  [{ fn: 'percentile', args: { p: 1 } }, [DOUBLE]],
  [{ fn: 'percentile', args: { p: 0.333333333 } }, NUMBERS],
  [{ fn: 'var_pop' }, NUMBERS],
  [{ fn: 'var_samp' }, NUMBERS],
  [{ fn: 'stddev_pop' }, NUMBERS],
  [{ fn: 'stddev_samp' }, NUMBERS],
  [{ fn: 'stddev_samp', distinct: true }, NUMBERS],
  [{ fn: 'collect' }, ALL],
  [{ fn: 'string_agg' }, [STRING]],
  [{ fn: 'string_agg', args: { separator: ' | ' } }, [STRING]],
];

/** `weight` is what the condition judges; NULL makes it UNKNOWN. `back`: which of the rows that are there is taken back. */
type Step =
  | { readonly kind: 'add'; readonly pane: number; readonly value: Value; readonly weight: number | null }
  | { readonly kind: 'retract'; readonly pane: number; readonly back: number }
  | { readonly kind: 'merge'; readonly pane: number; readonly from: number }
  | { readonly kind: 'restart' | 'rebase' };

function stepsOf(type: ColumnType): fc.Arbitrary<readonly Step[]> {
  const pane = fc.nat(PANES - 1);
  const value = fc.option(values.get(type) as fc.Arbitrary<Value>, { freq: 8 });
  const weight = fc.option(fc.nat(9));
  return fc.array(
    fc.oneof(
      { weight: 10, arbitrary: fc.record({ kind: fc.constant('add' as const), pane, value, weight }) },
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('retract' as const), pane, back: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), pane, from: pane }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'rebase' as const) }) },
    ),
    { maxLength: 40, size: 'max' },
  );
}

type Listed = OracleInput & { readonly weight: number | null };

/** Takes the steps, and keeps beside the panes the plain lists of the rows that are in them. */
function play(panes: AggregatePanes, steps: readonly Step[], times: readonly number[], retracts: boolean): Listed[][] {
  const lists: Listed[][] = Array.from({ length: PANES }, () => []);
  steps.forEach((step, i) => {
    if (step.kind === 'restart' || step.kind === 'rebase') panes[step.kind]();
    else if (step.kind === 'add') {
      const row = { time: times[i] as number, offset: i, value: step.value, weight: step.weight };
      lists[step.pane]?.push(row);
      panes.add(step.pane, [row.time, row.value, row.weight], { partition: 0, position: i });
    } else if (step.kind === 'merge') {
      if (step.from === step.pane) return;
      lists[step.pane]?.push(...(lists[step.from] ?? []));
      lists[step.from] = [];
      panes.merge(step.pane, step.from);
    } else if (step.kind === 'retract' && retracts) {
      const list = lists[step.pane] ?? [];
      const [row] = list.splice(step.back % Math.max(1, list.length), 1);
      if (row !== undefined) panes.retract(step.pane, [row.time, row.value, row.weight]);
    }
  });
  return lists;
}

function agrees(actual: Value | undefined, answer: OracleAnswer): boolean {
  if (answer === 'fault') return actual === undefined;
  if ('value' in answer) {
    expect(actual).toEqual(answer.value);
    return true;
  }
  if (actual !== undefined && typeof actual !== 'number') return false;
  return 'nearest' in answer ? isNearest(actual, answer.nearest) : isRoot(actual, answer.rootOf);
}

/** Whether a condition stands before the aggregate, and whether its input is a changelog. */
const MODES = [
  { where: undefined, retracts: false },
  { where: 'w > 3', retracts: false },
  { where: undefined, retracts: true },
  { where: 'w > 3', retracts: true },
] as const;

function checkSteps(
  call: Call,
  type: ColumnType,
  { where, retracts }: (typeof MODES)[number],
  steps: readonly Step[],
): void {
  const input: EdgeSchema = {
    columns: Object.entries({ t: TIMESTAMP_LTZ, v: type, w: INT }).map(([name, of]) => ({
      name,
      type: of,
      nullable: true,
    })),
    time: 0,
    changelog: retracts,
    upsertKey: null,
  };
  const panes = new AggregatePanes({ name: 'a', of: 'v', where, ...call }, input);
  /** Rows that are taken back have times of their own; others meet at the same time, where the offset decides. */
  const times = steps.map((_, i) => ((i * 7) % 41) * (retracts ? 1 : 0) + (retracts ? 0 : (i * 5) % 4));
  play(panes, steps, times, retracts).forEach((rows, pane) => {
    if (!panes.has(pane)) return;
    const taken = where === undefined ? rows : rows.filter(({ weight }) => weight !== null && weight > 3);
    const answer = aggregateOracle({ ...call, ...call.args, type }, taken);
    const { value, fault } = panes.result(pane);
    if (!agrees(value, answer)) expect.fail(`${String(value)}, ${fault}, but ${describeAnswer(answer)}`);
    if (value === undefined) expect(fault).toMatch(/^is beyond/);
  });
}

function describeAnswer(answer: OracleAnswer): string {
  return JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

describe('every order, split, merge, retraction and restart gives what the list of rows gives [L7, X2, X5, J6, W5]', () => {
  for (const [call, types] of calls) {
    test.each(types.map((type) => [formatType(type), type] as const))(`${JSON.stringify(call)} of %s`, (_, type) => {
      fc.assert(
        fc.property(fc.constantFrom(...MODES), stepsOf(type), (mode, steps) => checkSteps(call, type, mode, steps)),
        { numRuns: 120 },
      );
    });
  }

  test('no function is left out', () => {
    expect(new Set(calls.map(([{ fn }]) => fn))).toEqual(new Set(AGGREGATES.keys()));
  });
});
