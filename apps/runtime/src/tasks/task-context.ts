import type { CheckedPipeline, TaskPlan } from '@millrace/plan';
import type { TaskHooks } from './open-task.ts';
import type { TaskReport } from './task-report.ts';
import type { TaskSpec } from './task-spec.ts';

/** What opening a task has at hand. */
export type TaskContext = {
  readonly spec: TaskSpec;
  readonly checked: CheckedPipeline;
  readonly tasks: TaskPlan;
  readonly clock: () => number;
  readonly report: (report: TaskReport) => void;
  readonly hooks: TaskHooks;
};
