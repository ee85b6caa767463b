import { BackOff } from '../../supervisor/back-off.ts';
import type { SupervisorReport } from '../../supervisor/task-supervisor.ts';
import type { TaskFailure } from '../../tasks/task-failure.ts';
import { Wakeup } from '../../tasks/wakeup.ts';
import { foldRun, type RunEvent, type RunView, STOPPED } from './run-view.ts';

/** What a run manager needs of a pipeline at work. */
export interface RunningPipeline {
  /** Names of the tasks. */
  readonly tasks: readonly string[];
  /** Never rejects. */
  run(): Promise<TaskFailure | null>;
  stop(): void;
}

export type ManagedRunParts = {
  /** Tells lives of the run apart for those who keep its numbers. */
  readonly run: string;
  readonly revision: number;
  readonly revisionVersion: string;
  readonly open: (onReport: (task: string, report: SupervisorReport) => void) => RunningPipeline;
  readonly clock: () => number;
  readonly onEvent: (event: RunEvent, view: RunView) => void;
};

/** One run of a pipeline from its start to its end: what fails as a whole and may pass is tried again with back-off. */
export class ManagedRun {
  readonly #parts: ManagedRunParts;
  readonly #backOff = new BackOff();
  readonly #wakeup = new Wakeup();
  #view: RunView;
  #running: RunningPipeline | null = null;
  #stopping = false;

  constructor(parts: ManagedRunParts) {
    this.#parts = parts;
    const { revision, revisionVersion } = parts;
    this.#view = { ...STOPPED, state: 'starting', revision, revisionVersion };
  }

  get view(): RunView {
    return this.#view;
  }

  /** Whether tasks may be at work. */
  get isActive(): boolean {
    return !['stopped', 'failed', 'question'].includes(this.#view.state);
  }

  /** Asks for a last cut of every task. */
  stop(): void {
    if (this.#stopping || !this.isActive) return;
    this.#stopping = true;
    this.#apply({ type: 'stopping' });
    this.#running?.stop();
    this.#wakeup.wake();
  }

  /** To its end; once. Never rejects. */
  async run(): Promise<void> {
    const { clock } = this.#parts;
    let failure: TaskFailure | null = null;
    while (!this.#stopping) {
      const startedMs = clock();
      failure = await this.#attempt();
      if (failure?.kind !== 'retry' || this.#stopping) break;
      const inMs = this.#backOff.waitMs(clock() - startedMs);
      this.#apply({ type: 'attempt-failed', failure, inMs, atMs: clock() });
      failure = null;
      await this.#wakeup.wait(inMs);
    }
    this.#apply({ type: 'ended', failure, atMs: clock() });
  }

  async #attempt(): Promise<TaskFailure | null> {
    const { run, revision, revisionVersion, open, clock } = this.#parts;
    this.#running = open((task, report) => this.#apply({ type: 'report', task, report, atMs: clock() }));
    this.#apply({ type: 'starting', run, tasks: this.#running.tasks, revision, revisionVersion });
    const failure = await this.#running.run();
    this.#running = null;
    return failure;
  }

  #apply(event: RunEvent): void {
    this.#view = foldRun(this.#view, event);
    this.#parts.onEvent(event, this.#view);
  }
}
