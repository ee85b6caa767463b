import type { Row } from '@millrace/model';
import { ChangeKind } from '../contract/change-kind.ts';
import type { DeadLetter } from '../contract/cut.ts';
import type { ExecutablePlan, OperatorPlan, Target } from '../contract/executable-plan.ts';
import { type Emit, PipelineStopped } from '../contract/operator.ts';
import { PartitionQueue } from '../merge/partition-queue.ts';
import type { JobState } from '../state/job-state.ts';
import { errorRowOf, letterOfRecord } from './dead-letters.ts';
import { OperatorNode } from './operator-node.ts';
import { SinkNode } from './sink-node.ts';
import { SourceNode } from './source-node.ts';

const NOWHERE: Emit = () => undefined;

/** A plan wired up: every edge is a call. */
export class RunningGraph {
  readonly sources: readonly SourceNode[];
  /** In an order in which every edge goes forward. */
  readonly operators: readonly OperatorNode[];
  readonly sinks: readonly SinkNode[];
  /** By source: the operators that its watermark reaches, in order. */
  readonly reached: ReadonlyMap<SourceNode, readonly OperatorNode[]>;
  /** The queue whose head is being pushed; null while rows are fired from state. */
  origin: PartitionQueue | null = null;
  #deadLetters: DeadLetter[] = [];
  readonly #operatorById = new Map<string, OperatorNode>();
  readonly #sinkById = new Map<string, SinkNode>();

  constructor(plan: ExecutablePlan, partitions: ReadonlyMap<string, number>, state: JobState) {
    this.sinks = plan.sinks.map((sink) => new SinkNode(sink));
    for (const sink of this.sinks) this.#sinkById.set(sink.id, sink);
    this.operators = plan.operators
      .toReversed()
      .map((operator) => this.#makeOperator(operator, state))
      .reverse();
    this.sources = plan.sources.map((source, number) => {
      const queues = Array.from(
        { length: partitions.get(source.id) ?? 1 },
        (_, partition) => new PartitionQueue(source.topic, number, partition),
      );
      const emitError = source.errors.length === 0 ? null : this.#emitTo(source.errors);
      return new SourceNode(source, queues, this.#emitTo(source.out), emitError);
    });
    this.#connect(plan);
    this.reached = new Map(this.sources.map((source) => [source, this.#reachedFrom(source)]));
  }

  operator(id: string): OperatorNode | undefined {
    return this.#operatorById.get(id);
  }

  takeDeadLetters(): DeadLetter[] {
    const taken = this.#deadLetters;
    this.#deadLetters = [];
    return taken;
  }

  get pendingDeadLetters(): number {
    return this.#deadLetters.length;
  }

  /** A record that its source refuses. */
  failAtSource(source: SourceNode, queue: PartitionQueue): void {
    const letter = letterOfRecord(source.plan.id, queue.head.reason, queue);
    if (source.emitError === null) this.#deadLetters.push(letter);
    else source.emitError(ChangeKind.insert, errorRowOf(letter));
  }

  /** Operators are made from the end, so that the ends of their edges exist. */
  #makeOperator(plan: OperatorPlan, state: JobState): OperatorNode {
    const out = plan.outputs.map(({ targets }) => this.#emitTo(targets));
    const emitError = plan.errors.length === 0 ? null : this.#emitTo(plan.errors);
    const node = new OperatorNode(plan, state.contextOf(plan.id), out, (failed, reason, firedRow) =>
      this.#fail(failed, reason, firedRow, emitError),
    );
    this.#operatorById.set(plan.id, node);
    return node;
  }

  #fail(plan: OperatorPlan, reason: string, firedRow: Row | undefined, emitError: Emit | null): void {
    if (plan.onError === 'stop') throw new PipelineStopped(plan.id, reason);
    const letter =
      this.origin === null ? letterOfFired(plan, reason, firedRow) : letterOfRecord(plan.id, reason, this.origin);
    if (emitError === null) this.#deadLetters.push(letter);
    else emitError(ChangeKind.insert, errorRowOf(letter));
  }

  #emitTo(targets: readonly Target[]): Emit {
    const emits = targets.map((target) => this.#emitToOne(target));
    const [first] = emits;
    if (first === undefined) return NOWHERE;
    if (emits.length === 1) return first;
    return (kind, row) => {
      for (const emit of emits) emit(kind, row);
    };
  }

  #emitToOne({ node, port }: Target): Emit {
    const sink = this.#sinkById.get(node);
    if (sink !== undefined) return (_, row) => sink.write(row);
    const operator = this.#operatorById.get(node);
    if (operator === undefined) throw new Error(`broken invariant: the plan has no node ${node} behind this edge`);
    return (kind, row) => operator.process(port, kind, row);
  }

  /** Edges in the direction of the watermark; error rows are timeless and carry none. */
  #connect(plan: ExecutablePlan): void {
    plan.sources.forEach(({ out }, i) => {
      for (const { node } of out) this.#operatorById.get(node)?.upstreams.push(this.sources[i] as SourceNode);
    });
    plan.operators.forEach(({ outputs }, i) => {
      for (const { targets } of outputs) {
        for (const { node } of targets) this.#operatorById.get(node)?.upstreams.push(this.operators[i] as OperatorNode);
      }
    });
  }

  #reachedFrom(source: SourceNode): OperatorNode[] {
    const reached = new Set<unknown>([source]);
    return this.operators.filter((operator) => {
      if (!operator.upstreams.some((upstream) => reached.has(upstream))) return false;
      reached.add(operator);
      return true;
    });
  }
}

function letterOfFired(plan: OperatorPlan, reason: string, row: Row | undefined): DeadLetter {
  const writer = plan.outputs[0]?.writer;
  const value = row === undefined || writer === undefined ? null : writer.toBytes(row);
  return { node: plan.id, reason, position: null, key: null, value, headers: null };
}
