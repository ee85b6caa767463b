import {
  ChangeKind,
  type Emit,
  type OpenPane,
  type Operator,
  type OperatorContext,
  type PaneTable,
} from '@millrace/engine';
import type { OnError } from '@millrace/model';
import { assert, type Int, type Row, toMillis } from '@millrace/model';
import { OnCloseFiring, type ResultColumn } from '../windows/on-close-firing.ts';
import { PaneAggregation, type PaneAggregationPlan } from '../windows/pane-aggregation.ts';
import type { WindowAssigner } from '../windows/tumbling-assigner.ts';

/** Windows are in milliseconds. */
const MILLIS = 3;

export type TumblingWindowPlan = {
  /** Position of the event-time column, and its units: 10^−timePrecision s. */
  readonly time: number;
  readonly timePrecision: number;
  readonly assigner: WindowAssigner;
  readonly aggregation: PaneAggregationPlan;
  readonly results: readonly ResultColumn[];
  readonly onError: OnError;
};

/**
 * Windows that neither overlap nor leave gaps: a row is late or counted in exactly one (Conservation). The context is the
 * clock, the assigner the windower; this decides lateness (L1), opens panes and lets them go when they have fired (L3).
 */
export class TumblingWindow implements Operator {
  readonly #time: number;
  readonly #timePrecision: number;
  readonly #assigner: WindowAssigner;
  readonly #aggregation: PaneAggregation;
  readonly #firing: OnCloseFiring;
  readonly #context: OperatorContext;
  readonly #late: Emit;
  /** The pane of the last row. It is open: a pane that the watermark has passed is dropped before the next row comes. */
  #table: PaneTable | undefined;
  #start = Number.POSITIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;

  constructor(plan: TumblingWindowPlan, context: OperatorContext) {
    this.#time = plan.time;
    this.#timePrecision = plan.timePrecision;
    this.#assigner = plan.assigner;
    this.#aggregation = new PaneAggregation(plan.aggregation, context, plan.onError);
    const groups = plan.aggregation.groupBy.length;
    this.#firing = new OnCloseFiring(this.#aggregation, groups, plan.results, context, plan.onError);
    this.#context = context;
    this.#late = context.out[1] as Emit;
  }

  process(_port: number, kind: ChangeKind, row: Row): void {
    assert(kind === ChangeKind.insert, 'a tumbling window takes no changelog');
    const value = row[this.#time] as Int;
    const time = this.#timePrecision === MILLIS ? (value as number) : toMillis(value, this.#timePrecision);
    if ((time < this.#start || time >= this.#end) && !this.#seek(time, row)) return;
    const fault = this.#aggregation.conditions.judge(row);
    if (fault !== null) {
      this.#context.fail(fault);
      return;
    }
    this.#aggregation.add(this.#table as PaneTable, row);
    this.#context.count('assignments', 1);
  }

  onDeadline(deadline: number): void {
    const table = this.#aggregation.panes.peek(deadline);
    if (table === undefined) return;
    this.#firing.fire(table, this.#assigner.startOf(deadline), deadline);
    this.#aggregation.panes.drop(deadline);
    if (deadline === this.#end) this.#forget();
  }

  onRestore(): void {
    for (const end of this.#aggregation.panes.ends()) this.#context.wakeAt(end);
  }

  openPanes(): readonly OpenPane[] {
    return this.#aggregation.panes.ends().map((end) => {
      const table = this.#aggregation.panes.table(end);
      return { start: this.#assigner.startOf(end), end, rows: this.#aggregation.rowsIn(table), keys: table.size };
    });
  }

  /** Makes the pane of the time the current one, or sends the row to `late` and gives false. */
  #seek(time: number, row: Row): boolean {
    const end = this.#assigner.endOf(time);
    const watermark = this.#context.watermark();
    if (end <= watermark) {
      this.#context.count('late', 1);
      this.#context.count('lateAssignments', 1);
      this.#late(ChangeKind.insert, [...row, this.#assigner.startOf(end), end, watermark]);
      return false;
    }
    const panes = this.#aggregation.panes;
    let table = panes.peek(end);
    if (table === undefined) {
      table = panes.table(end);
      this.#context.wakeAt(end);
    }
    this.#table = table;
    this.#start = this.#assigner.startOf(end);
    this.#end = end;
    return true;
  }

  #forget(): void {
    this.#table = undefined;
    this.#start = Number.POSITIVE_INFINITY;
    this.#end = Number.NEGATIVE_INFINITY;
  }
}
