import type { SupervisorReport, TaskProgress } from '@millrace/runtime';

/** How many committed results are kept for showing. */
const NEWEST = 8;

/** What is known of a running pipeline, folded from its tasks' reports; plain data for both ways of showing it. */
export type PipelineView = {
  readonly name: string;
  readonly phases: ReadonlyMap<string, string>;
  readonly progress: TaskProgress | null;
  readonly newest: ReadonlyMap<string, readonly string[]>;
  readonly written: ReadonlyMap<string, number>;
};

export function emptyView(name: string): PipelineView {
  return { name, phases: new Map(), progress: null, newest: new Map(), written: new Map() };
}

/** The view after a report of the task `task`. */
export function foldReport(view: PipelineView, task: string, report: SupervisorReport): PipelineView {
  switch (report.type) {
    case 'phase':
      return { ...view, phases: new Map(view.phases).set(task, phaseText(report.phase, report.detail)) };
    case 'progress':
      return { ...view, progress: report.progress };
    case 'results':
      return withResults(view, report.results);
    case 'view':
      return view;
    case 'failed':
      return { ...view, phases: new Map(view.phases).set(task, `failed: ${report.failure.message}`) };
    case 'retrying':
      return {
        ...view,
        phases: new Map(view.phases).set(task, `starts again in ${report.inMs / 1_000} s: ${report.failure.message}`),
      };
    case 'finished':
      return { ...view, phases: new Map(view.phases).set(task, 'finished') };
  }
}

function phaseText(phase: string, detail: string): string {
  return detail === '' ? phase : `${phase}: ${detail}`;
}

function withResults(
  view: PipelineView,
  results: Extract<SupervisorReport, { type: 'results' }>['results'],
): PipelineView {
  const newest = new Map(view.newest);
  const written = new Map(view.written);
  for (const { sink, count, newest: rows } of results) {
    newest.set(sink, [...(newest.get(sink) ?? []), ...rows].slice(-NEWEST));
    written.set(sink, (written.get(sink) ?? 0) + count);
  }
  return { ...view, newest, written };
}
