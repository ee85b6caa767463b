import type { Row } from '@millrace/model';
import { describe, expect, test } from 'vitest';
import type { OperatorDefinition } from '../operator-definition.ts';
import type { Chain } from './chain-plan.ts';
import { type HarnessElement, type Outcome, runChain } from './harness.ts';
import { type CaseExpectation, columnsOf, type OperatorCase } from './operator-case.ts';
import { STRAIGHT, schedules, seededRandom } from './schedule.ts';
import type { TableEntry } from './table-row.ts';

const RANDOM_SPLITS = 20;
const SHUFFLES = 10;
const NODE = 'node';

/**
 * One test per case: straight, by every schedule, and where it is order-free shuffled inside the allowed disorder; each run
 * must give what the case expects, and its sums must agree (Conservation).
 */
export function describeCases(name: string, operator: OperatorDefinition, cases: readonly OperatorCase[]): void {
  describe(name, () => {
    for (const each of cases) test(each.title, () => checkCase(operator, each));
  });
}

export function checkCase(operator: OperatorDefinition, each: OperatorCase): void {
  const random = seededRandom(each.elements.length);
  const { chain, elements } = chainOf(operator, each, each.elements);
  const straight = runChain(chain, each.partitions ?? 1, elements, STRAIGHT);
  expectOutcome(straight, each.expect, 'straight');
  if (each.expect.stops !== undefined) return;
  for (const schedule of schedules(elements.length, RANDOM_SPLITS, random)) {
    const outcome = runChain(chain, each.partitions ?? 1, elements, schedule);
    expectOutcome(outcome, each.expect, schedule.name);
    expectBalance(outcome, elements, schedule.name);
  }
  if (each.orderFree !== true) return;
  for (let i = 0; i < SHUFFLES; i++) {
    const shuffled = chainOf(operator, each, shuffle(each, random));
    const outcome = runChain(shuffled.chain, each.partitions ?? 1, shuffled.elements, STRAIGHT);
    expectOutcome(asMultiset(outcome), multisetOf(each.expect), `shuffle ${i}`);
  }
}

function chainOf(
  operator: OperatorDefinition,
  each: OperatorCase,
  elements: OperatorCase['elements'],
): { chain: Chain; elements: readonly HarnessElement[] } {
  const columns = columnsOf(each.columns);
  const table: TableEntry[] = [];
  const harnessElements = elements.map((element): HarnessElement => {
    if (element === 'end') return { kind: 'end' };
    if ('tickMs' in element) return { kind: 'tick', nowMs: element.tickMs };
    if ('idle' in element) return { kind: 'idle', partition: element.idle };
    const { partition, row } = 'partition' in element ? element : { partition: 0, row: element };
    return { kind: 'row', partition, entry: table.push(row) - 1 };
  });
  const chain: Chain = {
    columns,
    time: each.time === null ? -1 : columns.findIndex((column) => column.name === each.time),
    maxOutOfOrderMs: each.maxOutOfOrderMs ?? 0,
    idleTimeoutMs: each.idleTimeoutMs ?? Number.POSITIVE_INFINITY,
    table,
    nodes: [
      { id: NODE, operator, config: each.config, ...(each.onError === undefined ? {} : { onError: each.onError }) },
    ],
  };
  return { chain, elements: harnessElements };
}

function expectOutcome(outcome: Outcome, expected: CaseExpectation, schedule: string): void {
  if (expected.stops !== undefined) {
    expect(outcome.stopped, schedule).toContain(expected.stops);
    return;
  }
  expect(outcome.stopped, schedule).toBeNull();
  const ports = [...outcome.outputs].map(([sink, rows]) => [sink.slice(NODE.length + 1), rows] as const);
  for (const [port, rows] of ports) {
    expect(rows, `${port}, ${schedule}`).toEqual(expected[port as 'out' | 'late'] ?? []);
  }
  const errors = outcome.errors.map(({ node: _, ...error }) => error);
  const reasons = expected.errors ?? [];
  expect(errors, `errors, ${schedule}`).toEqual(
    reasons.map((error) => ({ ...error, reason: expect.stringContaining(error.reason) })),
  );
  expect(outcome.counters[NODE], `counters, ${schedule}`).toMatchObject(expected.counters ?? {});
}

/** Every row has passed, was filtered, is late, is counted in a window, or is dead. */
function expectBalance(outcome: Outcome, elements: readonly HarnessElement[], schedule: string): void {
  const counters = outcome.counters[NODE] ?? {};
  const rows = elements.filter((element) => element.kind === 'row').length;
  const dead = outcome.errors.filter((error) => error.offset !== null).length;
  const isWindow = outcome.outputs.has(`${NODE}.late`);
  const passed = isWindow ? (counters['assignments'] ?? 0) : (outcome.outputs.get(`${NODE}.out`)?.length ?? 0);
  const dropped = (counters['filtered'] ?? 0) + (counters['late'] ?? 0);
  expect(passed + dropped + dead, `balance, ${schedule}`).toBe(rows);
}

/** Each segment's rows by time plus a random delay of at most what is allowed, so that none comes too late (W1). */
function shuffle(each: OperatorCase, random: () => number): OperatorCase['elements'] {
  const time = Object.keys(each.columns).indexOf(each.time ?? '');
  const shuffled: OperatorCase['elements'][number][] = [];
  let segment: { readonly element: OperatorCase['elements'][number]; readonly at: number }[] = [];
  const flush = () => {
    shuffled.push(...segment.toSorted((a, b) => a.at - b.at).map(({ element }) => element));
    segment = [];
  };
  for (const element of each.elements) {
    const row = rowOf(element);
    if (row === null) {
      flush();
      shuffled.push(element);
    } else segment.push({ element, at: (row[time] as number) + random() * (each.maxOutOfOrderMs ?? 0) });
  }
  flush();
  return shuffled;
}

function rowOf(element: OperatorCase['elements'][number]): Row | null {
  if (element === 'end' || 'tickMs' in element || 'idle' in element) return null;
  const row = 'partition' in element ? element.row : element;
  return 'broken' in row ? null : row;
}

function asMultiset(outcome: Outcome): Outcome {
  return { ...outcome, outputs: new Map([...outcome.outputs].map(([sink, rows]) => [sink, sorted(rows)])) };
}

function multisetOf(expected: CaseExpectation): CaseExpectation {
  return { ...expected, out: sorted(expected.out ?? []), late: sorted(expected.late ?? []) };
}

/** Rows in an order of their own, to compare multisets. */
export function sorted(rows: readonly Row[]): readonly Row[] {
  const text = (row: Row) => row.map((value) => `${typeof value} ${String(value)}`).join('|');
  return rows.toSorted((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}
