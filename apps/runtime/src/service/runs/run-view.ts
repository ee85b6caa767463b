import type { PipelineSummary, RunState, TaskState } from '@millrace/live';
import { unreachable } from '@millrace/model';
import type { SupervisorReport } from '../../supervisor/task-supervisor.ts';
import type { TaskFailure } from '../../tasks/task-failure.ts';
import type { TaskProgress } from '../../tasks/task-report.ts';

/**
 * What is known of a pipeline's run, folded from what happens to it. `epoch` changes whenever the process task restores: numbers may
 * step back then (E7).
 */
export type RunView = Omit<PipelineSummary['run'], 'failure' | 'question'> & {
  readonly failure: NonNullable<PipelineSummary['run']['failure']> | null;
  readonly question: NonNullable<PipelineSummary['run']['question']> | null;
  readonly tasks: readonly TaskState[];
  readonly run: string;
  readonly restores: number;
  readonly progress: { readonly atMs: number; readonly numbers: TaskProgress } | null;
};

/** `attempt-failed`: the whole run ended by something that may pass; it begins anew in `inMs`. */
export type RunEvent =
  | {
      readonly type: 'starting';
      readonly run: string;
      readonly tasks: readonly string[];
      readonly revision: number;
      readonly revisionVersion: string;
    }
  | { readonly type: 'report'; readonly task: string; readonly report: SupervisorReport; readonly atMs: number }
  | { readonly type: 'stopping' }
  | { readonly type: 'attempt-failed'; readonly failure: TaskFailure; readonly inMs: number; readonly atMs: number }
  | { readonly type: 'ended'; readonly failure: TaskFailure | null; readonly atMs: number };

export const STOPPED: RunView = {
  state: 'stopped',
  revision: null,
  revisionVersion: null,
  sinceMs: null,
  failure: null,
  question: null,
  tasks: [],
  run: '',
  restores: 0,
  progress: null,
};

export function foldRun(view: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case 'starting':
      return started(view, event);
    case 'report':
      return withState(reported(view, event.task, event.report, event.atMs), event.atMs);
    case 'stopping':
      return { ...view, state: 'stopping' };
    case 'attempt-failed': {
      const { failure, atMs, inMs } = event;
      const tasks = view.tasks.map(({ task }) => ({ task, phase: 'retrying' as const, detail: startsAgain(inMs) }));
      return { ...view, state: 'retrying', sinceMs: null, tasks, failure: failureOf(view, failure, atMs) };
    }
    case 'ended':
      return ended(view, event.failure, event.atMs);
    default:
      return unreachable(event);
  }
}

/** A new attempt of the same run keeps the reason of the former one until all tasks run. */
function started(view: RunView, event: Extract<RunEvent, { type: 'starting' }>): RunView {
  const { run, revision, revisionVersion } = event;
  const isAgain = view.run === run;
  return {
    ...(isAgain ? view : STOPPED),
    state: isAgain && view.failure !== null ? 'retrying' : 'starting',
    run,
    revision,
    revisionVersion,
    tasks: event.tasks.map((task) => ({ task, phase: 'starting', detail: '' })),
  };
}

function reported(view: RunView, task: string, report: SupervisorReport, atMs: number): RunView {
  switch (report.type) {
    case 'phase': {
      const restores = view.restores + (task === 'process' && report.phase === 'recovering' ? 1 : 0);
      return { ...withTask(view, { task, phase: report.phase, detail: report.detail }), restores };
    }
    case 'progress':
      return { ...view, progress: { atMs, numbers: report.progress } };
    case 'results':
    case 'view':
      return view;
    case 'failed':
      return withTask(view, { task, phase: 'failed', detail: report.failure.message });
    case 'retrying': {
      const failure = { message: report.failure.message, task, atMs };
      return { ...withTask(view, { task, phase: 'retrying', detail: startsAgain(report.inMs) }), failure };
    }
    case 'finished':
      return withTask(view, { task, phase: 'finished', detail: '' });
    default:
      return unreachable(report);
  }
}

function withTask(view: RunView, state: TaskState): RunView {
  const isKnown = view.tasks.some(({ task }) => task === state.task);
  const tasks = isKnown ? view.tasks.map((one) => (one.task === state.task ? state : one)) : [...view.tasks, state];
  return { ...view, tasks };
}

/** What the tasks' phases make of the whole. Once all run, the last failure is over. */
function withState(view: RunView, atMs: number): RunView {
  if (view.state === 'stopping') return view;
  const state = stateOf(view);
  if (state === view.state) return view;
  if (state === 'running') return { ...view, state, sinceMs: atMs, failure: null };
  return { ...view, state, sinceMs: null };
}

function stateOf({ tasks, failure, state }: RunView): RunState {
  if (tasks.length > 0 && tasks.every(({ phase }) => phase === 'running' || phase === 'finished')) return 'running';
  if (failure !== null) return 'retrying';
  return tasks.some(({ phase }) => phase === 'failed') ? state : 'starting';
}

function ended(view: RunView, failure: TaskFailure | null, atMs: number): RunView {
  const over = { ...view, sinceMs: null, failure: failureOf(view, failure, atMs) };
  if (failure?.kind === 'ask') {
    return { ...over, state: 'question', failure: null, question: questionOf(failure) };
  }
  if (failure === null || (failure.kind === 'retry' && view.state === 'stopping')) return { ...over, state: 'stopped' };
  return { ...over, state: 'failed' };
}

function failureOf({ tasks }: RunView, failure: TaskFailure | null, atMs: number): RunView['failure'] {
  if (failure === null) return null;
  const task = tasks.find(({ phase }) => phase === 'failed')?.task ?? '';
  return { message: failure.message, task, atMs };
}

function questionOf({ code, message }: TaskFailure): RunView['question'] {
  const kind = code === 'reset-question' || code === 'flushed-question' ? code : 'change-question';
  return { kind, message };
}

function startsAgain(inMs: number): string {
  return `starts again in ${inMs / 1_000} s`;
}
