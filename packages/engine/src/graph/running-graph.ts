import { assert } from '@millrace/model';
import type { ExecutablePlan, OperatorPlan, SourcePlan, Target } from '../contract/executable-plan.ts';
import type { Emit } from '../contract/operator.ts';
import { PartitionQueue } from '../merge/partition-queue.ts';
import type { JobState } from '../state/job-state.ts';
import type { Upstream } from '../watermark/participation.ts';
import { ErrorPath } from './error-path.ts';
import { OperatorNode } from './operator-node.ts';
import { SinkNode } from './sink-node.ts';
import { SourceNode } from './source-node.ts';

const NOWHERE: Emit = () => undefined;

/** A plan wired up: every edge is a call, and a row is pushed to the end of the graph before the next one. */
export class RunningGraph {
  readonly sources: readonly SourceNode[];
  /** In an order in which every edge goes forward. */
  readonly operators: readonly OperatorNode[];
  readonly sinks: readonly SinkNode[];
  readonly errors = new ErrorPath();
  /** A deadline was asked for that has passed: the operators must advance before the next row. */
  isOverdue = false;
  readonly #state: JobState;
  readonly #entries = new Map<string, (port: number) => Emit>();
  /** What each operator and sink receives its watermark from. */
  readonly #upstreams = new Map<string, Upstream[]>();

  /** `partitions`: how many the topic of each source has, by source id. */
  constructor(plan: ExecutablePlan, partitions: ReadonlyMap<string, number>, state: JobState) {
    this.#state = state;
    this.sinks = plan.sinks.map((sink) => this.#makeSink(new SinkNode(sink)));
    this.operators = plan.operators
      .toReversed()
      .map((operator) => this.#makeOperator(operator))
      .reverse();
    this.sources = plan.sources.map((source, number) => this.#makeSource(source, number, partitions.get(source.id)));
    this.#connect(plan);
  }

  /** What the node's watermark comes from; a source is its own. Undefined: the plan has no such node. */
  upstreamsOf(node: string): readonly Upstream[] | undefined {
    const source = this.sources.find(({ plan }) => plan.id === node);
    return source === undefined ? this.#upstreams.get(node) : [source];
  }

  operator(node: string): OperatorNode | undefined {
    return this.operators.find(({ plan }) => plan.id === node);
  }

  /** Lets the watermark go on through the operators, upstream first. */
  advance(): void {
    this.isOverdue = false;
    for (let i = 0; i < this.operators.length; i++) (this.operators[i] as OperatorNode).advance();
  }

  #makeSink(sink: SinkNode): SinkNode {
    this.#entries.set(sink.id, () => (_, row) => sink.write(row));
    this.#upstreams.set(sink.id, []);
    return sink;
  }

  /** Operators are made from the end, so that the ends of their edges exist. */
  #makeOperator(plan: OperatorPlan): OperatorNode {
    const emitError = this.#emitErrorTo(plan.errors);
    const node = new OperatorNode(plan, this.#state.contextOf(plan.id), {
      out: plan.outputs.map(({ targets, writer }) => this.errors.remembering(this.#emitTo(targets), writer)),
      origin: () => this.errors.origin,
      fail: (reason, firedRow) => this.errors.fail(plan, reason, firedRow, emitError),
      overdue: () => {
        this.isOverdue = true;
      },
    });
    this.#entries.set(plan.id, (port) => (kind, row) => node.process(port, kind, row));
    this.#upstreams.set(plan.id, node.upstreams);
    return node;
  }

  #makeSource(plan: SourcePlan, number: number, partitions: number | undefined): SourceNode {
    assert(partitions !== undefined, `the partitions of the source ${plan.id} are counted`);
    const queues = Array.from({ length: partitions }, (_, p) => new PartitionQueue(plan.topic, number, p));
    return new SourceNode(plan, queues, this.#emitTo(plan.out), this.#emitErrorTo(plan.errors));
  }

  #emitErrorTo(targets: readonly Target[]): Emit | null {
    return targets.length === 0 ? null : this.#emitTo(targets);
  }

  #emitTo(targets: readonly Target[]): Emit {
    const emits = targets.map((target) => this.#emitToOne(target));
    const [first] = emits;
    if (first === undefined) return NOWHERE;
    if (emits.length === 1) return first;
    return (kind, row) => {
      for (let i = 0; i < emits.length; i++) (emits[i] as Emit)(kind, row);
    };
  }

  #emitToOne({ node, port }: Target): Emit {
    const entry = this.#entries.get(node);
    assert(entry !== undefined, `the edge's end ${node} is a node behind its start`);
    return entry(port);
  }

  /** Edges in the direction of the watermark; error rows are timeless and carry none. */
  #connect(plan: ExecutablePlan): void {
    plan.sources.forEach(({ out }, i) => {
      this.#connectAll(this.sources[i] as SourceNode, out);
    });
    plan.operators.forEach(({ outputs }, i) => {
      for (const { targets } of outputs) this.#connectAll(this.operators[i] as OperatorNode, targets);
    });
  }

  #connectAll(upstream: Upstream, targets: readonly Target[]): void {
    for (const { node } of targets) this.#upstreams.get(node)?.push(upstream);
  }
}
