// A process task in a process of its own that ends itself with SIGKILL at a step of its work: argv holds the spec and the step.
import { openTask } from '../tasks/open-task.ts';
import type { TaskSpec } from '../tasks/task-spec.ts';

/** The n-th time that a request of this API is at this moment. */
export type KillStep = { readonly api: string; readonly moment: 'before' | 'after'; readonly nth: number };

type Arguments = { readonly spec: TaskSpec; readonly kill: KillStep | null };

const { spec, kill } = JSON.parse(process.argv[2] ?? '') as Arguments;
let seen = 0;
const task = await openTask(
  spec,
  Date.now,
  () => undefined,
  (moment, api) => {
    if (kill === null || moment !== kill.moment || api !== kill.api) return;
    seen += 1;
    if (seen === kill.nth) process.kill(process.pid, 'SIGKILL');
  },
);
process.on('SIGTERM', () => task.stop());
await task.run();
process.stdout.write('finished\n');
