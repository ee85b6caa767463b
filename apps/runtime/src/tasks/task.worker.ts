import { parentPort, workerData } from 'node:worker_threads';
import { failureOf } from './failure-of.ts';
import { openTask } from './open-task.ts';
import type { TaskReport } from './task-report.ts';
import type { TaskSpec } from './task-spec.ts';

if (parentPort === null) throw new Error('task.worker runs in a worker thread only');
const port = parentPort;
const report = (message: TaskReport) => port.postMessage(message);

/** Opens the task, runs it to its end and tells how it ended; a stop that comes while it opens takes effect right after. */
async function main(): Promise<void> {
  let stopRequested = false;
  let stop = () => {
    stopRequested = true;
  };
  port.on('message', (message: 'stop') => {
    if (message === 'stop') stop();
  });
  try {
    const task = await openTask(workerData as TaskSpec, Date.now, report);
    stop = () => task.stop();
    if (stopRequested) task.stop();
    await task.run();
    report({ type: 'finished' });
  } catch (error) {
    report({ type: 'failed', failure: failureOf(error) });
  } finally {
    port.close();
  }
}

void main();
