import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenBroker, type OpenBrokerOptions, openBroker } from '../open-broker.ts';

export type TestBroker = {
  readonly broker: OpenBroker;
  readonly port: number;
  readonly dataFolder: string;
  /** What the broker said: level and sentence. */
  readonly lines: string[];
  /** Closes the broker and removes a folder that was made for it. */
  end(): Promise<void>;
};

/** A broker in this thread on a free port; on a temporary folder where none is given. */
export async function openTestBroker(options: Partial<OpenBrokerOptions> = {}): Promise<TestBroker> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'millrace-broker-'));
  const lines: string[] = [];
  const broker = await openBroker({
    port: 0,
    fsync: false,
    settings: {},
    log: (level, message) => void lines.push(`${level} ${message}`),
    ...options,
    dataFolder,
  });
  const end = async () => {
    await broker.close();
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  };
  return { broker, port: broker.port, dataFolder, lines, end };
}
