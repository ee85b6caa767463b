import type { BrokerAddress } from '@millrace/kafka';
import { readPipeline } from '../pipeline/read-pipeline.ts';
import { PipelineRun, type PipelineRunOptions } from '../supervisor/pipeline-run.ts';
import type { SupervisorReport } from '../supervisor/task-supervisor.ts';
import type { TaskFailure } from '../tasks/task-failure.ts';

/** A pipeline's run with its reports, and a way to wait for one. */
export type TestRun = {
  readonly ended: Promise<TaskFailure | null>;
  readonly reports: SupervisorReport[];
  /** Resolves with the first report, past or to come, that satisfies the condition. */
  until(condition: (report: SupervisorReport) => boolean): Promise<SupervisorReport>;
  stop(): void;
};

export function startRun(
  broker: BrokerAddress,
  document: string,
  namespace: string,
  options: Partial<Pick<PipelineRunOptions, 'mode' | 'choices'>> = {},
): TestRun {
  const checked = readPipeline(document, new Map());
  if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join('\n'));
  const reports: SupervisorReport[] = [];
  const waiting = new Set<(report: SupervisorReport) => void>();
  const run = new PipelineRun({
    checked: checked.value,
    document,
    parameters: new Map(),
    namespace,
    id: 'aaaaaaaaaaaa',
    broker,
    choices: options.choices ?? { onReset: 'ask', onChange: 'ask' },
    mode: options.mode ?? 'forever',
    clock: Date.now,
    onReport: (_, report) => {
      reports.push(report);
      for (const tell of waiting) tell(report);
    },
  });
  return {
    ended: run.run(),
    reports,
    stop: () => run.stop(),
    until: (condition) =>
      new Promise((resolve) => {
        const past = reports.find(condition);
        if (past !== undefined) return resolve(past);
        const tell = (report: SupervisorReport) => {
          if (!condition(report)) return;
          waiting.delete(tell);
          resolve(report);
        };
        waiting.add(tell);
      }),
  };
}

export const isRunning = (report: SupervisorReport): boolean => report.type === 'phase' && report.phase === 'running';
export const hasResults = (report: SupervisorReport): boolean => report.type === 'results';

/** Progress of a task that has committed everything readable of its sources, at least `read` records. */
export function isDrained(read: number): (report: SupervisorReport) => boolean {
  return (report) => {
    if (report.type !== 'progress') return false;
    const { sources, job } = report.progress;
    const taken = Object.values(job.counters).reduce((sum, counters) => sum + (counters['read'] ?? 0), 0);
    return taken >= read && sources.every(({ behind }) => behind === 0n);
  };
}
