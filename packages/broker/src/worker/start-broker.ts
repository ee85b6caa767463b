import { Worker } from 'node:worker_threads';
import { BrokerStartError } from './start-error.ts';
import type { BrokerReport, BrokerSpec, LogLevel } from './thread-message.ts';

const here = import.meta.url;

export type BrokerOptions = Partial<Omit<BrokerSpec, 'dataFolder'>> & {
  /** Where topics, groups and transactions are kept; made where there is none. One broker at a time works on it. */
  readonly dataFolder: string;
  /** Takes what an operator should know, a sentence each. */
  readonly log?: (level: LogLevel, message: string) => void;
  /** The broker's thread died; everything acknowledged is on disk. */
  readonly onDeath?: (reason: string) => void;
};

export type RunningBroker = {
  /** On 127.0.0.1. */
  readonly port: number;
  /** `127.0.0.1:port`, as clients take it. */
  readonly address: string;
  /** Ends in order, so that the next start takes no time for recovery. */
  close(): Promise<void>;
};

/** Starts a broker in a thread of its own. Rejects with {@link BrokerStartError}. */
export function startBroker(options: BrokerOptions): Promise<RunningBroker> {
  const { dataFolder, port = 0, fsync = false, settings = {}, log = () => {}, onDeath = () => {} } = options;
  const worker = startWorker({ dataFolder, port, fsync, settings });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let state: 'starting' | 'running' | 'ending' = 'starting';
    const close = () => {
      state = 'ending';
      worker.postMessage('stop');
      return ended;
    };
    worker.on('message', (report: BrokerReport) => {
      if (report.type === 'log') log(report.level, report.message);
      else if (report.type === 'failed') reject(new BrokerStartError(report.name, report.message, report.code));
      else {
        state = 'running';
        resolve({ port: report.port, address: `127.0.0.1:${report.port}`, close });
      }
    });
    let death = 'It said nothing.';
    worker.on('error', (error) => {
      death = error.stack ?? error.message;
    });
    worker.on('exit', () => {
      if (state === 'starting') reject(new BrokerStartError('ThreadDied', `The broker's thread ended. ${death}`, null));
      else if (state === 'running') onDeath(death);
    });
  });
}

/** From its .ts file under tsx and vitest, from its own bundle otherwise. */
function startWorker(workerData: BrokerSpec): Worker {
  if (!here.endsWith('.ts')) return new Worker(new URL('./broker.worker.js', here), { workerData });
  const execArgv = ['--import', new URL('./ts-register.mjs', here).href];
  return new Worker(new URL('./broker.worker.ts', here), { workerData, execArgv });
}
