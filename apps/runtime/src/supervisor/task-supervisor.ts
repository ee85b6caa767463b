import type { TaskFailure } from '../tasks/task-failure.ts';
import type { TaskReport } from '../tasks/task-report.ts';
import type { TaskSpec } from '../tasks/task-spec.ts';
import { Wakeup } from '../tasks/wakeup.ts';
import { BackOff } from './back-off.ts';
import { TaskThread, type ThreadEnd } from './task-thread.ts';

/** What a supervisor tells of its task besides the task's own reports. */
export type SupervisorReport =
  | TaskReport
  | { readonly type: 'retrying'; readonly failure: TaskFailure; readonly inMs: number };

/**
 * Keeps one task running: a failure that may pass is tried again with back-off, its cause said; one that needs a person ends
 * it. Every start is a fresh thread that restores from the last cut.
 */
export class TaskSupervisor {
  readonly #spec: TaskSpec;
  readonly #onReport: (report: SupervisorReport) => void;
  readonly #backOff = new BackOff();
  readonly #wakeup = new Wakeup();
  #thread: TaskThread | null = null;
  #stopping = false;

  constructor(spec: TaskSpec, onReport: (report: SupervisorReport) => void) {
    this.#spec = spec;
    this.#onReport = onReport;
  }

  /** Runs until the task has finished or was stopped (null), or failed for good. */
  async run(): Promise<TaskFailure | null> {
    while (!this.#stopping) {
      const startedMs = Date.now();
      this.#thread = new TaskThread(this.#spec, this.#onReport);
      const end = await this.#thread.ended;
      this.#thread = null;
      if (end.kind === 'finished') return null;
      const failure = failureOfEnd(end);
      if (failure.kind !== 'retry') return failure;
      if (this.#stopping) return failure;
      const inMs = this.#backOff.waitMs(Date.now() - startedMs);
      this.#onReport({ type: 'retrying', failure, inMs });
      await this.#wakeup.wait(inMs);
    }
    return null;
  }

  /** Asks for a last cut; `run` resolves when it is taken. */
  stop(): void {
    this.#stopping = true;
    this.#thread?.stop();
    this.#wakeup.wake();
  }
}

function failureOfEnd(end: Exclude<ThreadEnd, { kind: 'finished' }>): TaskFailure {
  if (end.kind === 'failed') return end.report.failure;
  return { kind: 'retry', code: 'program', message: end.message };
}
