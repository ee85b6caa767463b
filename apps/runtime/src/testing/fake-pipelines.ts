import type { RunningPipeline } from '../service/runs/managed-run.ts';
import type { RunRequest } from '../service/runs/run-manager.ts';
import type { SupervisorReport } from '../supervisor/task-supervisor.ts';
import type { TaskFailure } from '../tasks/task-failure.ts';

/** A pipeline at work without Kafka: a test says what its one task reports and how it ends. */
export type FakePipeline = {
  readonly request: RunRequest;
  report(report: SupervisorReport): void;
  end(failure: TaskFailure | null): void;
  readonly isStopped: boolean;
};

/** Opens fake pipelines and keeps them in order. A stopped one ends at once. */
export function makeFakePipelines(): { readonly opened: FakePipeline[]; open(request: RunRequest): RunningPipeline } {
  const opened: FakePipeline[] = [];
  return {
    opened,
    open(request) {
      let isStopped = false;
      let end: (failure: TaskFailure | null) => void = () => {};
      const ended = new Promise<TaskFailure | null>((resolve) => {
        end = resolve;
      });
      opened.push({
        request,
        report: (report) => request.onReport('process', report),
        end,
        get isStopped() {
          return isStopped;
        },
      });
      return {
        tasks: ['process'],
        run: () => ended,
        stop: () => {
          isStopped = true;
          end(null);
        },
      };
    },
  };
}

export const RUNNING_REPORT: SupervisorReport = { type: 'phase', phase: 'running', detail: '' };
