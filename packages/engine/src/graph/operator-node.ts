import type { Row } from '@millrace/model';
import { ChangeKind } from '../contract/change-kind.ts';
import type { OperatorPlan } from '../contract/executable-plan.ts';
import type { Emit, Operator, OperatorContext, OperatorCounter } from '../contract/operator.ts';
import type { StateContext } from '../contract/state.ts';
import { DeadlineQueue } from './deadline-queue.ts';

/** What a node receives its watermark from: a source or another node. */
export interface Upstream {
  readonly outWatermark: number;
  readonly isIdle: boolean;
}

/** The node's counters (Conservation); `out` counts what left on the first port. */
type Counters = Record<OperatorCounter | 'in' | 'out' | 'errors', number>;

/** Sends an error of the row at hand, or of a row fired from state, to where the node's errors go. */
export type FailNode = (node: OperatorPlan, reason: string, firedRow: Row | undefined) => void;

/** One operator in a running graph: its operator, watermark, deadlines and counters. */
export class OperatorNode implements Upstream {
  readonly plan: OperatorPlan;
  readonly upstreams: Upstream[] = [];
  readonly counters: Counters = {
    in: 0,
    out: 0,
    errors: 0,
    filtered: 0,
    late: 0,
    lateAssignments: 0,
    assignments: 0,
    inNoWindow: 0,
    retracted: 0,
  };
  watermark = Number.NEGATIVE_INFINITY;
  readonly #deadlines = new DeadlineQueue();
  readonly #operator: Operator;

  constructor(plan: OperatorPlan, state: StateContext, out: readonly Emit[], fail: FailNode) {
    this.plan = plan;
    const context: OperatorContext = {
      state,
      out: out.map((emit, port) => (port === 0 ? this.#counted(emit) : emit)),
      watermark: () => this.watermark,
      wakeAt: (deadline) => this.#deadlines.add(deadline),
      fail: (reason, firedRow) => {
        this.counters.errors += 1;
        fail(plan, reason, firedRow);
      },
      count: (counter, n) => {
        this.counters[counter] += n;
      },
    };
    this.#operator = plan.make(context);
  }

  get operator(): Operator {
    return this.#operator;
  }

  get outWatermark(): number {
    return this.watermark - this.plan.watermarkHoldMs;
  }

  /** Whether no input holds anything back (W2). */
  get isIdle(): boolean {
    return this.upstreams.every((upstream) => upstream.isIdle);
  }

  process(port: number, kind: ChangeKind, row: Row): void {
    this.counters.in += 1;
    this.#operator.process(port, kind, row);
  }

  /** Takes over the inputs' watermark (W2): what is due fires in order, then the watermark goes on (O2). */
  advance(): void {
    const next = this.#inputWatermark();
    if (!(next > this.watermark)) return;
    while (this.#deadlines.size > 0 && this.#deadlines.due <= next) this.#operator.onDeadline?.(this.#deadlines.pop());
    this.watermark = next;
  }

  restore(watermark: number, counters: Readonly<Record<string, number>>): void {
    this.watermark = watermark;
    Object.assign(this.counters, counters);
    this.#operator.onRestore?.();
  }

  #inputWatermark(): number {
    const { upstreams } = this;
    if (upstreams.length === 1) return (upstreams[0] as Upstream).outWatermark;
    let smallest = Number.POSITIVE_INFINITY;
    let isActive = false;
    for (const upstream of upstreams) {
      if (upstream.isIdle) continue;
      isActive = true;
      smallest = Math.min(smallest, upstream.outWatermark);
    }
    return isActive ? smallest : this.watermark;
  }

  #counted(emit: Emit): Emit {
    return (kind, row) => {
      if (kind === ChangeKind.insert || kind === ChangeKind.updateAfter) this.counters.out += 1;
      emit(kind, row);
    };
  }
}
