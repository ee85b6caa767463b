import { assert } from '@millrace/model';
import { ChangeKind } from './contract/change-kind.ts';
import type { Cut, CutEntry } from './contract/cut.ts';
import type { ExecutablePlan } from './contract/executable-plan.ts';
import type { Explanation } from './contract/explanation.ts';
import type { FedRecords, Job, JobProgress, StateBase } from './contract/job.ts';
import type { PartitionEnds } from './contract/records.ts';
import { explainNode } from './explain/explain-node.ts';
import { RunningGraph } from './graph/running-graph.ts';
import type { SourceNode } from './graph/source-node.ts';
import { MergeOrder } from './merge/merge-order.ts';
import type { PartitionQueue } from './merge/partition-queue.ts';
import type { OutputBuffer } from './output-buffer.ts';
import { progressOf } from './progress.ts';
import { JobState } from './state/job-state.ts';
import { cutTime, timeOfCut } from './watermark/cut-time.ts';
import { goesBefore, type IdleCandidate, type SourceWatermark } from './watermark/source-watermark.ts';

/** Makes a job. `partitions`: how many the topic of each source has, by source id. */
export function makeJob(plan: ExecutablePlan, partitions: ReadonlyMap<string, number>): Job {
  return new GraphJob(plan, partitions);
}

class GraphJob implements Job {
  readonly #state = new JobState();
  readonly #graph: RunningGraph;
  readonly #order: MergeOrder;
  /** The latest time of the wall clock that was told. */
  #nowMs = 0;
  #ticks = 0;
  #cuts = 0;
  /** What the last cut said, to tell whether anything has changed since (G2). */
  #lastEntry = '';

  constructor(plan: ExecutablePlan, partitions: ReadonlyMap<string, number>) {
    this.#graph = new RunningGraph(plan, partitions, this.#state);
    this.#order = new MergeOrder(this.#graph.sources.flatMap((source) => source.queues));
  }

  feed(input: FedRecords): void {
    const { source, queue } = this.#find(input.source, input.partition);
    if (source.isEnding) return;
    this.#nowMs = Math.max(this.#nowMs, input.nowMs);
    if (queue.feed(input)) {
      source.readHead(queue);
      this.#order.headChanged(queue);
    }
    this.#observe(source, queue);
    if (input.records.length > 0 && source.time !== null) source.time.lastRecordMs[queue.partition] = input.nowMs;
  }

  ends(sourceId: string, partition: number, ends: PartitionEnds, nowMs: number): void {
    const { source, queue } = this.#find(sourceId, partition);
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    queue.ends = ends;
    this.#observe(source, queue);
  }

  run(maxRows: number): boolean {
    for (let left = maxRows; left > 0; ) {
      const queue = this.#order.next();
      if (queue === null) return false;
      left -= this.#takeRun(queue, left);
    }
    return true;
  }

  tick(nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    this.#ticks += 1;
    for (const { operator } of this.#graph.operators) operator.onInterval?.(this.#ticks);
    if (this.#graph.isOverdue) this.#graph.advance();
    while (this.#letGo());
    for (const { time } of this.#graph.sources) if (time?.goOn(this.#nowMs)) this.#graph.advance();
  }

  declareIdle(sourceId: string, partition: number): void {
    const { source, queue } = this.#find(sourceId, partition);
    queue.isAwaited = false;
    source.time?.declareIdle(partition, this.#nowMs);
    this.#graph.advance();
  }

  end(sourceId: string): void {
    const source = this.#source(sourceId);
    source.isEnding = true;
    for (const queue of source.queues) queue.isAwaited = false;
    if (source.settleEnd()) this.#graph.advance();
  }

  get bufferedBytes(): number {
    return this.#order.queues.reduce((bytes, queue) => bytes + queue.bufferedBytes, 0);
  }

  fedUpTo(source: string, partition: number): number {
    return this.#find(source, partition).queue.fedUpTo;
  }

  get pending(): Job['pending'] {
    const { sinks, errors } = this.#graph;
    return {
      dirty: this.#state.dirty,
      outputBytes: sinks.reduce((bytes, sink) => bytes + sink.pendingBytes, errors.letterBytes),
      outputs: sinks.reduce((records, sink) => records + sink.pendingRecords, errors.letters),
    };
  }

  cut(nowMs: number): Cut {
    const outputs = new Map<string, OutputBuffer>();
    for (const sink of this.#graph.sinks) {
      const buffer = sink.take(nowMs);
      if (buffer !== null) outputs.set(sink.id, buffer);
    }
    const deadLetters = this.#graph.errors.takeLetters();
    const delta = this.#state.delta();
    const parts = this.#entryParts();
    const said = JSON.stringify(parts);
    const changed = said !== this.#lastEntry || delta.length > 0 || outputs.size > 0 || deadLetters.length > 0;
    if (changed) this.#cuts += 1;
    this.#lastEntry = said;
    return { entry: { number: this.#cuts, ...parts }, changed, delta, outputs, deadLetters };
  }

  base(): StateBase {
    return this.#state.base();
  }

  restore(state: Iterable<Uint8Array>, entry: CutEntry): void {
    for (const record of state) this.#state.apply(record);
    for (const source of this.#graph.sources) {
      const cut = entry.sources[source.plan.id];
      if (cut !== undefined) source.restore(cut, entry.counters[source.plan.id] ?? {});
    }
    for (const node of this.#graph.operators) {
      node.restore(timeOfCut(entry.watermarks[node.plan.id]), entry.counters[node.plan.id] ?? {});
    }
    for (const sink of this.#graph.sinks) sink.written = entry.counters[sink.id]?.['written'] ?? 0;
    this.#cuts = entry.number;
    const { sources, watermarks, counters } = entry;
    this.#lastEntry = JSON.stringify({ sources, watermarks, counters });
    this.#graph.advance();
  }

  explain(node: string): Explanation {
    return explainNode(this.#graph, node, this.#nowMs);
  }

  progress(): JobProgress {
    return progressOf(this.#graph, this.#counters());
  }

  /** Lets go the next partition that is quiet for long enough, of all sources; false when there is none (W3). */
  #letGo(): boolean {
    let next: { readonly time: SourceWatermark; readonly candidate: IdleCandidate } | null = null;
    for (const { time } of this.#graph.sources) {
      const candidate = time?.nextIdle(this.#nowMs) ?? null;
      if (time === null || candidate === null) continue;
      if (next === null || goesBefore(candidate, next.candidate)) next = { time, candidate };
    }
    if (next === null) return false;
    next.time.letGo(next.candidate);
    this.#graph.advance();
    return true;
  }

  /** Takes rows of one partition while it stays the next one (W7); gives how many. */
  #takeRun(queue: PartitionQueue, most: number): number {
    const source = this.#graph.sources[queue.source] as SourceNode;
    let taken = 0;
    let goesOn = true;
    while (goesOn && taken < most) {
      this.#takeHead(source, queue);
      taken += 1;
      goesOn = this.#order.goesOn(queue);
    }
    if (queue.ranges === null) {
      this.#observe(source, queue);
      if (source.settleEnd()) this.#graph.advance();
    }
    return taken;
  }

  /** Pushes the head to the end of the graph with the watermark as it stood before; then it may move the watermark (W1). */
  #takeHead(source: SourceNode, queue: PartitionQueue): void {
    const { head, partition } = queue;
    const { time } = source;
    const graph = this.#graph;
    let moved = false;
    graph.errors.origin = queue;
    if (head.row !== null) {
      source.counters.passed += 1;
      source.emit(ChangeKind.insert, head.row);
      if (time !== null) moved = time.row(partition, head.time, queue.position);
    } else {
      this.#refuseHead(source, queue);
      if (time !== null) moved = time.record(partition);
    }
    graph.errors.origin = null;
    source.counters.read += 1;
    queue.isAwaited = !source.isEnding;
    queue.advance();
    source.readHead(queue);
    if (moved || graph.isOverdue) graph.advance();
  }

  #refuseHead(source: SourceNode, queue: PartitionQueue): void {
    if (queue.head.isQuarantined) source.counters.quarantined += 1;
    else source.counters.dead += 1;
    this.#graph.errors.failAtSource(source.plan.id, queue, source.emitError);
  }

  /** Before a partition's ends are known nothing can be said: what the cut knew of its quiet stays. */
  #observe(source: SourceNode, queue: PartitionQueue): void {
    if (queue.ends === null) return;
    source.time?.observe(queue.partition, queue.isCaughtUp, this.#nowMs);
  }

  #entryParts(): Omit<CutEntry, 'number'> {
    const { sources, operators } = this.#graph;
    return {
      sources: Object.fromEntries(sources.map((source) => [source.plan.id, source.cut()])),
      watermarks: Object.fromEntries(operators.map((node) => [node.plan.id, cutTime(node.watermark)])),
      counters: this.#counters(),
    };
  }

  #counters(): Record<string, Record<string, number>> {
    const { sources, operators, sinks } = this.#graph;
    return Object.fromEntries([
      ...sources.map((source) => [source.plan.id, { ...source.counters }] as const),
      ...operators.map((node) => [node.plan.id, node.counters.entry()] as const),
      ...sinks.map((sink) => [sink.id, { written: sink.written }] as const),
    ]);
  }

  #source(id: string): SourceNode {
    const source = this.#graph.sources.find(({ plan }) => plan.id === id);
    assert(source !== undefined, `the plan has a source ${id}`);
    return source;
  }

  #find(id: string, partition: number): { source: SourceNode; queue: PartitionQueue } {
    const source = this.#source(id);
    const queue = source.queues[partition];
    assert(queue !== undefined, `the source ${id} has a partition ${partition}`);
    return { source, queue };
  }
}
