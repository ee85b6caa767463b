import type { Cut, CutEntry, ExecutablePlan, Job } from '@millrace/engine';
import type { TransactionalWriter } from '@millrace/kafka';
import type { GenerationWriter } from '../state-log/generation-writer.ts';
import type { ViewPublisher } from '../views/view-publisher.ts';
import { type CommitLimits, isCutDue } from './commit-policy.ts';
import { type CommitTargets, commitCut } from './committer.ts';
import { type FeedSource, SourceFeeder } from './source-feeder.ts';
import type { TaskReport } from './task-report.ts';
import { TaskReporter } from './task-reporter.ts';
import { Wakeup, yieldToEventLoop } from './wakeup.ts';

/** A slice of work: keepalives, commits and messages have their turn in between. */
const SLICE_MS = 8;
const SLICE_ROWS = 2_000;
/** How often the clock is told to a job that has nothing to read, milliseconds. */
const TICK_MS = 50;
/** A quiet task renews its group offsets before they expire. */
const RENEW_MS = 24 * 3_600_000;

export type ProcessTaskParts = {
  readonly plan: ExecutablePlan;
  readonly job: Job;
  readonly writer: TransactionalWriter;
  readonly generations: GenerationWriter<CutEntry>;
  readonly targets: CommitTargets;
  readonly sources: readonly FeedSource[];
  readonly views: ViewPublisher;
  readonly limits: CommitLimits;
  /** End when every source has reached its `until`; with `flush` its inputs end there (W = +∞). */
  readonly untilEnd: boolean;
  readonly flush: boolean;
  /** Commit the first cut although nothing has changed: the group's offsets are to be put right. */
  readonly renewsMirror: boolean;
  readonly clock: () => number;
  readonly report: (report: TaskReport) => void;
};

/**
 * The loop of a process task: feed, run in slices, cut, commit. One transaction is in flight at most while the next cut
 * gathers; any failure ends the task, and a new one restores from the last cut (no partial rollback).
 */
export class ProcessTask {
  readonly #parts: ProcessTaskParts;
  readonly #wakeup = new Wakeup();
  readonly #feeders: readonly SourceFeeder[];
  readonly #reporter: TaskReporter;
  #committing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;
  #lastCutMs: number;
  #lastCommitMs: number;
  #mustCommit: boolean;
  #stopping = false;

  constructor(parts: ProcessTaskParts) {
    this.#parts = parts;
    this.#lastCutMs = parts.clock();
    this.#lastCommitMs = this.#lastCutMs;
    this.#mustCommit = parts.renewsMirror;
    this.#feeders = parts.sources.map((source) => new SourceFeeder(source, parts.job, parts.clock, this.#wakeup));
    this.#reporter = new TaskReporter(parts, this.#feeders);
  }

  /** Asks for a last cut and the end of the run. */
  stop(): void {
    this.#stopping = true;
    this.#wakeup.wake();
  }

  /** Runs until it is stopped, or to the end; resolves after the last commit, rejects with what failed. */
  async run(): Promise<void> {
    const reading = this.#feeders.map((feeder) => feeder.run().catch((error: unknown) => this.#fail(error)));
    try {
      while (!this.#isOver()) await this.#turn();
      await this.#finish();
    } finally {
      for (const feeder of this.#feeders) feeder.stop();
      await Promise.all(reading);
      this.#parts.writer.close();
    }
  }

  async #turn(): Promise<void> {
    const { job, clock } = this.#parts;
    const mayRun = this.#committing === null || !this.#isCutDue(false);
    const loaded = mayRun && this.#slice();
    job.tick(clock());
    for (const feeder of this.#feeders) feeder.taken(mayRun && !loaded);
    if (this.#committing === null && this.#isCutDue(loaded)) this.#cut();
    this.#reporter.progress(job);
    if (loaded) await yieldToEventLoop();
    else await this.#wakeup.wait(TICK_MS);
    this.#throwIfFailed();
  }

  /** Takes rows for a slice; true when more could be taken now. */
  #slice(): boolean {
    const { job, clock } = this.#parts;
    const until = clock() + SLICE_MS;
    while (job.run(SLICE_ROWS)) if (clock() >= until) return true;
    return false;
  }

  #isOver(): boolean {
    return this.#stopping || (this.#parts.untilEnd && this.#atEnd());
  }

  #atEnd(): boolean {
    return this.#parts.job.bufferedBytes === 0 && this.#feeders.every((feeder) => feeder.isAtEnd);
  }

  #isCutDue(loaded: boolean): boolean {
    const { job, clock, limits } = this.#parts;
    return isCutDue({ sinceCutMs: clock() - this.#lastCutMs, loaded, ...job.pending }, limits);
  }

  #cut(): void {
    const { job, clock, generations } = this.#parts;
    const nowMs = clock();
    const cut = job.cut(nowMs);
    this.#lastCutMs = nowMs;
    if (!cut.changed && !this.#mustCommit && nowMs - this.#lastCommitMs < RENEW_MS) return;
    this.#mustCommit = false;
    const records = generations.recordsOf(cut.delta, cut.entry, () => job.base());
    this.#committing = this.#commit(cut, records, nowMs)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#committing = null;
        this.#wakeup.wake();
      });
  }

  async #commit(cut: Cut, records: Parameters<typeof commitCut>[3], nowMs: number): Promise<void> {
    const { writer, targets, clock } = this.#parts;
    await commitCut(writer, targets, cut, records, nowMs);
    this.#lastCommitMs = clock();
    this.#reporter.committed(cut, this.#lastCommitMs - nowMs);
    this.#parts.views.committed(cut);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wakeup.wake();
  }

  #throwIfFailed(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  async #finish(): Promise<void> {
    const { job, plan, flush, untilEnd, report } = this.#parts;
    report({ type: 'phase', phase: 'stopping', detail: 'taking the last cut' });
    await this.#committing;
    this.#throwIfFailed();
    if (untilEnd && flush && !this.#stopping) {
      for (const source of plan.sources) job.end(source.id);
      while (job.run(SLICE_ROWS)) await yieldToEventLoop();
    }
    this.#cut();
    await this.#committing;
    this.#throwIfFailed();
    this.#reporter.flush(job);
  }
}
