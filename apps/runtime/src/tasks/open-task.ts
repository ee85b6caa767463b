import { assert } from '@millrace/model';
import { planTasks } from '@millrace/plan';
import { readPipeline } from '../pipeline/read-pipeline.ts';
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

/** Hooks of tests: told before each request and after each answer. */
export type RequestProbe = (moment: 'before' | 'after', api: string) => void;

/** Opens the task of a spec: connects, fences older instances, recovers. Rejects with a typed error of the edge that failed. */
export async function openTask(
  spec: TaskSpec,
  clock: () => number,
  report: (report: TaskReport) => void,
  probe?: RequestProbe,
): Promise<RunningTask> {
  const checked = readPipeline(spec.document, new Map(Object.entries(spec.parameters)));
  assert(checked.ok, 'the running revision was checked before its tasks start');
  const tasks = planTasks(checked.value, { namespace: spec.namespace, id: spec.id });
  const context = { spec, checked: checked.value, tasks, clock, report, probe };
  return spec.task.kind === 'process' ? openProcess(context) : openIngest(context, spec.task.node);
}
