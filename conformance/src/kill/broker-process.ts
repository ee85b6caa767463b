import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BrokerUnderTest } from '../brokers.ts';

const child = fileURLToPath(new URL('./broker-child.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Segments of a few batches, and a compaction that never rests: as many files change hands in a round as can. */
const SETTINGS = {
  'auto.create.topics.enable': 'false',
  'log.segment.bytes': '16384',
  'log.index.interval.bytes': '512',
  'log.retention.ms': '-1',
  'log.cleaner.min.cleanable.ratio': '0.01',
  'log.cleaner.delete.retention.ms': '1',
  'log.retention.check.interval.ms': '20',
};

/** An embedded broker in a process of its own, on a folder that outlives it. */
export class BrokerProcess {
  readonly #process: ChildProcess;
  readonly #gone: Promise<void>;
  readonly broker: BrokerUnderTest;

  private constructor(process: ChildProcess, gone: Promise<void>, port: number) {
    this.#process = process;
    this.#gone = gone;
    const address = { host: '127.0.0.1', port };
    this.broker = { address, text: `127.0.0.1:${port}`, end: () => Promise.resolve() };
  }

  /** Rejects with what the process said where it ends before it serves. */
  static start(dataFolder: string): Promise<BrokerProcess> {
    const options = JSON.stringify({ dataFolder, settings: SETTINGS });
    const started = spawn(process.execPath, ['--import', loader, child, options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    started.stderr.on('data', (data) => {
      said += data;
    });
    return new Promise((resolve, reject) => {
      const gone = new Promise<void>((ended) => {
        started.on('close', (code, signal) => {
          reject(new Error(`The broker ended with ${code ?? signal}: ${said}`));
          ended();
        });
      });
      started.stdout.once('data', (data) => resolve(new BrokerProcess(started, gone, Number(data))));
    });
  }

  /** SIGKILL; resolves when the process is gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#gone;
  }
}
