// A process task in a process of its own that ends itself at a step of its work: argv holds the spec and when it is to end.
import type { GenerationLimits } from '../state-log/generation-writer.ts';
import { openTask } from '../tasks/open-task.ts';
import type { TaskReport } from '../tasks/task-report.ts';
import type { TaskSpec } from '../tasks/task-spec.ts';

/** The n-th time that a request of this API is at this moment. */
export type KillStep = { readonly api: string; readonly moment: 'before' | 'after'; readonly nth: number };

/** A partition whose idleness ends the task in order, with a last cut. */
export type IdlePartition = { readonly source: string; readonly partition: number };

export type ChildArguments = {
  readonly spec: TaskSpec;
  readonly kill?: KillStep;
  readonly stopWhenIdle?: IdlePartition;
  readonly generations?: GenerationLimits;
};

const { spec, kill, stopWhenIdle, generations } = JSON.parse(process.argv[2] ?? '') as ChildArguments;
let seen = 0;
const task = await openTask(spec, Date.now, stopOnceIdle, { probe, ...(generations && { generations }) });
process.on('SIGTERM', () => task.stop());
process.stdout.write('opened\n');
await task.run();
process.stdout.write('finished\n');

function probe(moment: 'before' | 'after', api: string): void {
  if (moment !== kill?.moment || api !== kill.api) return;
  seen += 1;
  if (seen === kill.nth) process.kill(process.pid, 'SIGKILL');
}

function stopOnceIdle(report: TaskReport): void {
  if (report.type !== 'progress' || stopWhenIdle === undefined) return;
  const { source, partition } = stopWhenIdle;
  if (report.progress.job.sources[source]?.partitions[partition]?.state === 'idle') task.stop();
}
