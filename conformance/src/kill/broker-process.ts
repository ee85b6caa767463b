import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BrokerUnderTest } from '../brokers.ts';
import type { LastChange } from './dying-files.ts';

const child = fileURLToPath(new URL('./broker-child.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
/** How long a process may take to be gone after it has let go of a connection, milliseconds. */
const DEATH_MS = 10_000;

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

/** What the child is told. */
export type ChildSpec = {
  readonly dataFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The change to its files in the middle of which it kills itself; null for none. */
  readonly lastChange: LastChange | null;
};

/** An embedded broker in a process of its own, on a folder that outlives it and at the port that the folder had before. */
export class BrokerProcess {
  readonly #process: ChildProcess;
  /** Rejects where it ended by anything but SIGKILL, or had an error to tell. */
  readonly #gone: Promise<void>;
  readonly broker: BrokerUnderTest;

  private constructor(process: ChildProcess, gone: Promise<void>, port: number) {
    this.#process = process;
    this.#gone = gone;
    const address = { host: '127.0.0.1', port };
    this.broker = { address, text: `127.0.0.1:${port}`, end: () => Promise.resolve() };
  }

  /** Null where it killed itself before it served. Rejects where it ended in another way. */
  static async start(dataFolder: string, lastChange: LastChange | null): Promise<BrokerProcess | null> {
    const spec: ChildSpec = { dataFolder, settings: SETTINGS, lastChange };
    const started = spawn(process.execPath, ['--import', loader, child, JSON.stringify(spec)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const gone = untilGone(started);
    const port = new Promise<number>((resolve) => started.stdout.once('data', (data) => resolve(Number(data))));
    const served = await Promise.race([port, gone]);
    return typeof served === 'number' ? new BrokerProcess(started, gone, served) : null;
  }

  /** SIGKILL, unless it is gone; resolves when it is. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#gone;
  }

  /** It let go of a connection, so it is to be gone at once. Rejects where it lives on, or ended by anything but SIGKILL. */
  async gone(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The broker closed a connection and lives.')), DEATH_MS);
    });
    await Promise.race([this.#gone, overdue]).finally(() => clearTimeout(timer));
  }
}

function untilGone(process: ChildProcess): Promise<void> {
  let said = '';
  process.stderr?.on('data', (data) => {
    said += data;
  });
  const gone = new Promise<void>((resolve, reject) => {
    process.on('close', (code, signal) => {
      if (signal === 'SIGKILL' && said === '') resolve();
      else reject(new Error(`The broker ended with ${signal ?? code} and said: ${said}`));
    });
  });
  // Whoever waits for it hears of it.
  gone.catch(() => {});
  return gone;
}
