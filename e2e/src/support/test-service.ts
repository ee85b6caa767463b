import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const main = join(root, 'apps/cli/dist/main.js');
const URL_LINE = /(http:\/\/127\.0\.0\.1:\d+)\/\?token=([\w-]+)/;

/** The built service in a process of its own, with folders of its own, on the Kafka of the tests. */
export class TestService {
  readonly folder: string;
  readonly namespace: string;
  readonly #kafka: string;
  #child: ChildProcess | null = null;
  #port = 0;
  origin = '';
  token = '';

  constructor(kafka: string, name: string, documents: Readonly<Record<string, string>>) {
    this.#kafka = kafka;
    this.namespace = `${name}-${process.pid}-${Date.now().toString(36)}`;
    this.folder = mkdtempSync(join(tmpdir(), `millrace-e2e-${name}-`));
    mkdirSync(join(this.folder, 'pipelines'));
    for (const [file, text] of Object.entries(documents)) writeFileSync(join(this.folder, 'pipelines', file), text);
  }

  /** The page of a pipeline, with the token. */
  url(pipeline: string): string {
    return `${this.origin}/?token=${this.token}#/p/${pipeline}`;
  }

  /** Again on the same port and folders after an end. */
  async start(): Promise<void> {
    const { folder, namespace } = this;
    const args = [
      'start',
      '--data',
      join(folder, 'data'),
      '--pipelines',
      join(folder, 'pipelines'),
      '--port',
      String(this.#port),
    ];
    const env = { ...process.env, KAFKA_BROKERS: this.#kafka, MILLRACE_NAMESPACE: namespace };
    const child = spawn(process.execPath, [main, ...args], { cwd: root, env });
    this.#child = child;
    let text = '';
    await new Promise<void>((resolve, reject) => {
      const take = (data: Buffer) => {
        text += data;
        const [, origin, token] = URL_LINE.exec(text) ?? [];
        if (origin === undefined || token === undefined) return;
        this.origin = origin;
        this.token = token;
        this.#port = Number(new URL(origin).port);
        resolve();
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.on('exit', (code) => reject(new Error(`The service ended with ${code}: ${text.slice(-2_000)}`)));
    });
  }

  /** Resolves when the process is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  async dispose(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
