import type { CutEntry } from './contract/cut.ts';
import type { ExecutablePlan, OperatorPlan, Target } from './contract/executable-plan.ts';
import { outCounter } from './graph/node-counters.ts';

/** One sum of Conservation: what the left side names must equal what the right side names, or with `≤` not exceed it. */
export type BalanceSum = {
  readonly node: string;
  readonly sum: string;
  readonly left: number;
  readonly right: number;
  readonly holds: boolean;
};

type NodeTotals = Readonly<Record<string, number>>;

/**
 * The sums that must agree at every cut (Conservation). Per source: read = passed + dead + quarantined. Per edge's end: in (of a
 * sink: written) = what the edges into it carried. Per operator without windows: in = out on all ports + filtered + errors. Per
 * operator with windows: each row has an assignment, counted or late, or lies in no window, or failed; a row may have several
 * assignments, so the engine alone knows `≤`. The rows on a `late` port are the late assignments.
 */
export function balance(counters: CutEntry['counters'], plan: ExecutablePlan): readonly BalanceSum[] {
  const carried = carriedTo(counters, plan);
  const ends = [...plan.operators, ...plan.sinks].map(({ id }) => id);
  return [
    ...plan.sources.map(({ id }) => {
      const { read = 0, passed = 0, dead = 0, quarantined = 0 } = counters[id] ?? {};
      return equal(id, 'read = passed + dead + quarantined', read, passed + dead + quarantined);
    }),
    ...ends.map((id) => {
      const { in: received, written = 0 } = counters[id] ?? {};
      return equal(id, 'in = carried by its edges', received ?? written, carried.get(id) ?? 0);
    }),
    ...plan.operators.flatMap((operator) => operatorSums(operator, counters[operator.id] ?? {})),
  ];
}

function operatorSums(operator: OperatorPlan, totals: NodeTotals): BalanceSum[] {
  const { id, outputs } = operator;
  const { filtered = 0, errors = 0, firedErrors = 0, assignments = 0, lateAssignments = 0, inNoWindow = 0 } = totals;
  const received = totals['in'] ?? 0;
  const failed = errors - firedErrors;
  if (assignments + lateAssignments + inNoWindow === 0) {
    const sent = outputs.reduce((sum, { port }, i) => sum + (totals[outCounter(port, i)] ?? 0), 0);
    return [equal(id, 'in = out + filtered + errors', received, sent + filtered + failed)];
  }
  const fates = assignments + lateAssignments + inNoWindow + filtered + failed;
  const rows: BalanceSum = {
    node: id,
    sum: 'in ≤ assignments + late assignments + in no window + errors',
    left: received,
    right: fates,
    holds: received <= fates,
  };
  const late = outputs.findIndex(({ port }) => port === 'late');
  if (late < 0) return [rows];
  return [rows, equal(id, 'out.late = late assignments', totals[outCounter('late', late)] ?? 0, lateAssignments)];
}

/** Rows that the edges into each operator and sink carried. */
function carriedTo(counters: CutEntry['counters'], plan: ExecutablePlan): ReadonlyMap<string, number> {
  const carried = new Map<string, number>();
  const add = (targets: readonly Target[], rows: number | undefined) => {
    for (const { node } of targets) carried.set(node, (carried.get(node) ?? 0) + (rows ?? 0));
  };
  for (const { id, out, errors } of plan.sources) {
    const { passed = 0, dead = 0, quarantined = 0 } = counters[id] ?? {};
    add(out, passed);
    add(errors, dead + quarantined);
  }
  for (const { id, outputs, errors } of plan.operators) {
    outputs.forEach(({ port, targets }, i) => {
      add(targets, counters[id]?.[outCounter(port, i)]);
    });
    add(errors, counters[id]?.['errors']);
  }
  return carried;
}

function equal(node: string, sum: string, left: number, right: number): BalanceSum {
  return { node, sum, left, right, holds: left === right };
}
