import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../../../tools/kafka/embedded-broker.mjs';
import { startKafka } from '../../../tools/kafka/local-kafka.mjs';

/** A broker that can be measured: started, killed and started again on its folder. */
export type Contestant = {
  readonly name: string;
  readonly text: string;
  /** Resident memory of its process, megabytes. */
  memoryMb(): number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** On the same folder and port; gives what it took until it answers, milliseconds. */
  start(): Promise<number>;
};

export async function embeddedContestant(folder: string): Promise<Contestant> {
  const dataFolder = join(folder, 'embedded');
  let broker = await startEmbedded(dataFolder);
  return {
    name: 'embedded',
    text: broker.brokers,
    memoryMb: () => memoryMb(broker.pid),
    stop: () => broker.stop(),
    kill: () => broker.kill(),
    start: () =>
      timed(async () => {
        broker = await startEmbedded(dataFolder, { port: Number(broker.brokers.split(':')[1]) });
      }),
  };
}

/** With the heap that its own scripts give it. */
export async function apacheContestant(folder: string): Promise<Contestant> {
  const kafka = await startKafka({ dataDir: join(folder, 'apache'), heap: '1g' });
  return {
    name: 'Apache Kafka',
    text: kafka.brokers,
    memoryMb: () => memoryMb(kafka.pid),
    stop: () => kafka.stop(),
    kill: () => kafka.kill(),
    start: () => timed(() => kafka.restart()),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function memoryMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
