import type { Explanation, JobProgress } from '@millrace/engine';
import type { ViewRows } from '../views/view-rows.ts';
import type { TaskFailure } from './task-failure.ts';

/** What a task tells its supervisor. Results are committed (E7); everything in `progress` may step back after a restart. */
export type TaskReport =
  | { readonly type: 'phase'; readonly phase: TaskPhase; readonly detail: string }
  | { readonly type: 'progress'; readonly progress: TaskProgress }
  | { readonly type: 'results'; readonly results: readonly CommittedResults[] }
  | { readonly type: 'view'; readonly view: ViewRows }
  | { readonly type: 'failed'; readonly failure: TaskFailure }
  | { readonly type: 'finished' };

export type TaskPhase = 'starting' | 'recovering' | 'running' | 'stopping';

/** The newest committed records of a sink: how many since the last report and the values of the last few as text. */
export type CommittedResults = { readonly sink: string; readonly count: number; readonly newest: readonly string[] };

export type TaskProgress = {
  readonly job: JobProgress;
  readonly sources: readonly SourceLag[];
  /** By node with an open window: why its next window has not closed (W6). */
  readonly windows: Readonly<Record<string, WindowProgress>>;
  /** The number of the last committed cut; 0 before the first of this life of the task. */
  readonly cut: number;
  readonly commits: number;
  readonly lastCommitMs: number;
};

/** `explanation.open` holds the first panes in order of their end; the sums count all; `sentence` says it in words. */
export type WindowProgress = {
  readonly explanation: Explanation;
  readonly openPanes: number;
  readonly openRows: number;
  readonly sentence: string;
};

/**
 * Lag of a source in offsets (G1): `behind` counts what is readable and not committed, `blocked` what lies behind open
 * transactions.
 */
export type SourceLag = {
  readonly id: string;
  readonly topic: string;
  readonly behind: bigint;
  readonly blocked: bigint;
};
