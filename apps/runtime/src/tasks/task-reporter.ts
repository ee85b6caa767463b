import { type Cut, type Explanation, type Job, type OutputBuffer, sentence } from '@millrace/engine';
import { lagOf } from '@millrace/kafka';
import type { ProcessTaskParts } from './process-task.ts';
import type { SourceFeeder } from './source-feeder.ts';
import type { CommittedResults, SourceLag, WindowProgress } from './task-report.ts';

/** How often progress is told, milliseconds. */
const REPORT_MS = 250;
/** How many of the newest results are told at once. */
const NEWEST = 20;
/** How many open panes of a node are told one by one. */
const OPEN_PANES = 24;

const decoder = new TextDecoder();

/** Tells a supervisor what a process task does: results when they are committed, progress a few times a second. */
export class TaskReporter {
  readonly #parts: ProcessTaskParts;
  readonly #feeders: readonly SourceFeeder[];
  #committed: ReadonlyMap<string, readonly number[]> = new Map();
  #cut = 0;
  #commits = 0;
  #lastCommitMs = 0;
  #lastReportMs = 0;

  constructor(parts: ProcessTaskParts, feeders: readonly SourceFeeder[]) {
    this.#parts = parts;
    this.#feeders = feeders;
  }

  committed(cut: Cut, tookMs: number): void {
    this.#cut = cut.entry.number;
    this.#commits += 1;
    this.#lastCommitMs = tookMs;
    this.#committed = new Map(
      Object.entries(cut.entry.sources).map(([id, source]) => [id, source.partitions.map((one) => one.position)]),
    );
    const results = [...cut.outputs].map(([sink, buffer]) => newestOf(sink, buffer));
    if (results.length > 0) this.#parts.report({ type: 'results', results });
  }

  progress(job: Job): void {
    if (this.#parts.clock() - this.#lastReportMs >= REPORT_MS) this.flush(job);
  }

  flush(job: Job): void {
    this.#lastReportMs = this.#parts.clock();
    const { plan, report, clock } = this.#parts;
    const windows = Object.fromEntries(
      plan.operators.flatMap(({ id }) => {
        const explanation = job.explain(id);
        return explanation.nextClose === null ? [] : [[id, windowProgress(explanation, clock())] as const];
      }),
    );
    const sources = this.#feeders.map((feeder) => this.#lag(feeder));
    report({
      type: 'progress',
      progress: {
        job: job.progress(),
        sources,
        windows,
        cut: this.#cut,
        commits: this.#commits,
        lastCommitMs: this.#lastCommitMs,
      },
    });
  }

  /** G1: the committed position was read before the ends that it is compared with. */
  #lag({ source: { id, topic }, ends }: SourceFeeder): SourceLag {
    const committed = this.#committed.get(id);
    let behind = 0n;
    let blocked = 0n;
    for (const [partition, { logStartOffset, lastStableOffset, highWatermark }] of ends) {
      const position = committed?.[partition];
      const offsets = { end: BigInt(lastStableOffset), logStart: BigInt(logStartOffset) };
      behind += lagOf({ ...offsets, committed: position === undefined ? null : BigInt(position) }) ?? 0n;
      blocked += BigInt(highWatermark - lastStableOffset);
    }
    return { id, topic, behind, blocked };
  }
}

function windowProgress(explanation: Explanation, nowMs: number): WindowProgress {
  const { open } = explanation;
  return {
    explanation: { ...explanation, open: open.slice(0, OPEN_PANES) },
    openPanes: open.length,
    openRows: open.reduce((sum, { rows }) => sum + rows, 0),
    sentence: sentence(explanation, nowMs),
  };
}

function newestOf(sink: string, buffer: OutputBuffer): CommittedResults {
  const newest: string[] = [];
  for (let i = Math.max(0, buffer.count - NEWEST); i < buffer.count; i++) {
    newest.push(decoder.decode(buffer.bytes.subarray(buffer.valueStart[i] as number, buffer.valueEnd[i] as number)));
  }
  return { sink, count: buffer.count, newest };
}
