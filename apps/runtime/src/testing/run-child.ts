import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildArguments } from './task-child.ts';

const child = fileURLToPath(new URL('./task-child.ts', import.meta.url));
const loader = new URL('../tasks/ts-register.mjs', import.meta.url).href;

/** How a child ended: by the step it was given or the time, or at the end of its input. */
export type ChildEnd = 'killed' | 'finished';

/** SIGKILL from outside, `ms` milliseconds after the process started or after its task was opened. */
export type KillMoment = { readonly after: 'start' | 'opened'; readonly ms: number };

/** Runs a task in a process of its own; rejects when it fails by itself. */
export function runChild(what: ChildArguments, killed?: KillMoment): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const args = ['--import', loader, child, JSON.stringify(what)];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let timer: NodeJS.Timeout | undefined;
    const killLater = (after: KillMoment['after']) => {
      if (killed?.after === after) timer ??= setTimeout(() => started.kill('SIGKILL'), killed.ms);
    };
    let output = '';
    let errors = '';
    started.stdout.on('data', (data) => {
      output += data;
      if (output.includes('opened')) killLater('opened');
    });
    started.stderr.on('data', (data) => {
      errors += data;
    });
    killLater('start');
    started.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0 && output.includes('finished')) resolve('finished');
      else reject(new Error(`The task ended with ${code ?? signal}: ${errors.slice(-3_000)}`));
    });
  });
}
