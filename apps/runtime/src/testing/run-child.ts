import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TaskSpec } from '../tasks/task-spec.ts';
import type { KillStep } from './task-child.ts';

const child = fileURLToPath(new URL('./task-child.ts', import.meta.url));
const loader = new URL('../tasks/ts-register.mjs', import.meta.url).href;

/** How a child ended: by the step it was given or the time, or at the end of its input. */
export type ChildEnd = 'killed' | 'finished';

/** Runs a task in a process of its own; rejects when it fails by itself. `killAfterMs`: SIGKILL from outside. */
export function runChild(spec: TaskSpec, kill: KillStep | null, killAfterMs?: number): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const args = ['--import', loader, child, JSON.stringify({ spec, kill })];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    started.stdout.on('data', (data) => {
      output += data;
    });
    started.stderr.on('data', (data) => {
      errors += data;
    });
    const timer = killAfterMs === undefined ? null : setTimeout(() => started.kill('SIGKILL'), killAfterMs);
    started.on('close', (code, signal) => {
      if (timer !== null) clearTimeout(timer);
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0 && output.includes('finished')) resolve('finished');
      else reject(new Error(`The task ended with ${code ?? signal}: ${errors.slice(-3_000)}`));
    });
  });
}
