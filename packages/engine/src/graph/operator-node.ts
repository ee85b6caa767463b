import type { Row } from '@millrace/model';
import type { ChangeKind } from '../contract/change-kind.ts';
import type { OperatorPlan } from '../contract/executable-plan.ts';
import type { Emit, Operator, OperatorContext, RowOrigin } from '../contract/operator.ts';
import type { StateContext } from '../contract/state.ts';
import { jointParticipation, jointWatermark, Participation, type Upstream } from '../watermark/participation.ts';
import { DeadlineQueue } from './deadline-queue.ts';
import { NodeCounters } from './node-counters.ts';

/** What a node needs of the graph around it. */
export interface NodeSurroundings {
  /** What is connected to each output port, `error` excluded. */
  readonly out: readonly Emit[];
  /** Where the row at hand was read; null while rows are fired from state. */
  origin(): RowOrigin | null;
  /** Sends an error of the row at hand, or of a row fired from state, to where the node's errors go. */
  fail(reason: string, firedRow: Row | undefined): void;
  /** A deadline was asked for that has passed already: the graph must advance after the row at hand. */
  overdue(): void;
}

/** One operator in a running graph: its watermark, deadlines and counters. */
export class OperatorNode implements Upstream {
  readonly plan: OperatorPlan;
  readonly operator: Operator;
  readonly upstreams: Upstream[] = [];
  readonly counters: NodeCounters;
  watermark = Number.NEGATIVE_INFINITY;
  participation: Participation = Participation.active;
  readonly #deadlines = new DeadlineQueue();

  constructor(plan: OperatorPlan, state: StateContext, surroundings: NodeSurroundings) {
    this.plan = plan;
    this.counters = new NodeCounters(plan.outputs.map(({ port }) => port));
    this.operator = plan.make(this.#context(state, surroundings));
  }

  /** O2: no row that the node may still send lies behind it. */
  get outWatermark(): number {
    return this.watermark - this.plan.watermarkHoldMs;
  }

  process(port: number, kind: ChangeKind, row: Row): void {
    this.counters.totals.in += 1;
    this.operator.process(port, kind, row);
  }

  /** Takes over the inputs' watermark (W2): what is due fires in order, then the watermark goes on (O2). */
  advance(): void {
    const next = this.upstreams.length === 1 ? this.#follow(this.upstreams[0] as Upstream) : this.#join();
    if (this.#deadlines.earliest <= next) this.#fire(next);
    this.watermark = next;
  }

  restore(watermark: number, counters: Readonly<Record<string, number>>): void {
    this.watermark = watermark;
    this.counters.restore(counters);
    this.operator.onRestore?.();
  }

  #follow({ participation, outWatermark }: Upstream): number {
    this.participation = participation;
    return Math.max(this.watermark, outWatermark);
  }

  #join(): number {
    this.participation = jointParticipation(this.upstreams);
    return Math.max(this.watermark, jointWatermark(this.upstreams, this.participation));
  }

  /** Time passes continuously: at each deadline the watermark stands there, however far it goes in one step. */
  #fire(next: number): void {
    const deadlines = this.#deadlines;
    while (deadlines.size > 0 && deadlines.earliest <= next) {
      const deadline = deadlines.pop();
      if (deadline > this.watermark) this.watermark = deadline;
      this.operator.onDeadline?.(deadline);
    }
  }

  #context(state: StateContext, { out, origin, fail, overdue }: NodeSurroundings): OperatorContext {
    const { counters } = this;
    return {
      state,
      out: out.map((emit, port): Emit => {
        return (kind, row) => {
          counters.sent(port);
          emit(kind, row);
        };
      }),
      watermark: () => this.watermark,
      origin,
      wakeAt: (deadline) => {
        this.#deadlines.add(deadline);
        if (deadline <= this.watermark) overdue();
      },
      fail: (reason, firedRow) => {
        counters.totals.errors += 1;
        if (firedRow !== undefined) counters.totals.firedErrors += 1;
        fail(reason, firedRow);
      },
      count: (counter, n) => counters.add(counter, n),
    };
  }
}
