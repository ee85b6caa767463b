import { assert } from '@millrace/model';
import { planTasks } from '@millrace/plan';
import { readPipeline } from '../pipeline/read-pipeline.ts';
import type { GenerationLimits } from '../state-log/generation-writer.ts';
import { openIngest } from './open-ingest.ts';
import { openProcess } from './open-process.ts';
import type { TaskReport } from './task-report.ts';
import type { TaskSpec } from './task-spec.ts';

/** A task that is ready to run. */
export interface RunningTask {
  /** Resolves after the last commit; rejects with what ended the task before. */
  run(): Promise<void>;
  stop(): void;
}

/** Hooks of tests. `probe` is told before each request and after each answer; `generations` makes new ones come sooner. */
export type TaskHooks = {
  readonly probe?: (moment: 'before' | 'after', api: string) => void;
  readonly generations?: GenerationLimits;
};

/** Opens the task of a spec: connects, fences older instances, recovers. Rejects with a typed error of the edge that failed. */
export async function openTask(
  spec: TaskSpec,
  clock: () => number,
  report: (report: TaskReport) => void,
  hooks: TaskHooks = {},
): Promise<RunningTask> {
  const checked = readPipeline(spec.document, new Map(Object.entries(spec.parameters)));
  assert(checked.ok, 'the running revision was checked before its tasks start');
  const tasks = planTasks(checked.value, { namespace: spec.namespace, id: spec.id });
  const context = { spec, checked: checked.value, tasks, clock, report, hooks };
  return spec.task.kind === 'process' ? openProcess(context) : openIngest(context, spec.task.node);
}
