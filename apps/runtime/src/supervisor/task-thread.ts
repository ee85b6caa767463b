import { Worker } from 'node:worker_threads';
import type { TaskReport } from '../tasks/task-report.ts';
import type { TaskSpec } from '../tasks/task-spec.ts';

const here = import.meta.url;

/** How a task's thread ended: it finished, it failed with a reason, or the thread itself died. */
export type ThreadEnd =
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly report: Extract<TaskReport, { type: 'failed' }> }
  | { readonly kind: 'died'; readonly message: string };

/** One task in a thread of its own. */
export class TaskThread {
  readonly #worker: Worker;
  /** Resolves when the thread has ended; never rejects. */
  readonly ended: Promise<ThreadEnd>;

  constructor(spec: TaskSpec, onReport: (report: TaskReport) => void) {
    this.#worker = startWorker(spec);
    this.ended = new Promise((resolve) => {
      let end: ThreadEnd | null = null;
      this.#worker.on('message', (report: TaskReport) => {
        if (report.type === 'finished') end = { kind: 'finished' };
        else if (report.type === 'failed') end = { kind: 'failed', report };
        onReport(report);
      });
      this.#worker.on('error', (error) => {
        end = { kind: 'died', message: error.stack ?? error.message };
      });
      this.#worker.on('exit', (code) => {
        resolve(end ?? { kind: 'died', message: `The task's thread ended with code ${code} and said nothing.` });
      });
    });
  }

  /** Asks for a last cut and the end. */
  stop(): void {
    this.#worker.postMessage('stop');
  }
}

/** From its .ts file under tsx and vitest, from its own bundle otherwise. */
function startWorker(workerData: TaskSpec): Worker {
  if (!here.endsWith('.ts')) return new Worker(new URL('./task.worker.js', here), { workerData });
  const execArgv = ['--import', new URL('../tasks/ts-register.mjs', here).href];
  return new Worker(new URL('../tasks/task.worker.ts', here), { workerData, execArgv });
}
