import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenBroker, openBroker } from '@millrace/broker';
import { Bench } from '../bench.ts';

const SETTINGS = {
  'auto.create.topics.enable': 'false',
  'log.segment.bytes': '1024',
  'log.index.interval.bytes': '256',
};
const LOCK = 'broker.lock';

/** An embedded broker in this thread that can be ended in order, or left as a kill would leave it, and started again. */
export class RestartableBroker {
  #folder = newFolder();
  #broker: OpenBroker | null = null;
  bench = new Bench();

  async start(): Promise<void> {
    const log = (level: string, message: string) => {
      if (level === 'error') throw new Error(message);
    };
    const broker = await openBroker({ dataFolder: this.#folder, port: 0, fsync: false, settings: SETTINGS, log });
    this.#broker = broker;
    const { port } = broker;
    this.bench = new Bench();
    const address = { host: '127.0.0.1', port };
    await this.bench.begin({ address, text: `127.0.0.1:${port}`, end: () => Promise.resolve() });
  }

  /** Not clean: on a copy of the folder, taken while the broker works on it. */
  async restart(isClean: boolean): Promise<void> {
    const left = this.#folder;
    if (!isClean) {
      this.#folder = newFolder();
      cpSync(left, this.#folder, { recursive: true, filter: (path) => !path.endsWith(LOCK) });
    }
    await this.#stop();
    if (!isClean) rmSync(left, { recursive: true, force: true });
    await this.start();
  }

  /** Begins anew on an empty folder. */
  async renew(): Promise<void> {
    await this.end();
    this.#folder = newFolder();
    await this.start();
  }

  async end(): Promise<void> {
    await this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #stop(): Promise<void> {
    await this.bench.end();
    await this.#broker?.close();
  }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'millrace-model-'));
}
