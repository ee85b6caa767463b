// The embedded broker for tests, as built, in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));
const READY = /on (127\.0\.0\.1:\d+)/;

/**
 * Starts it on a folder and a free port, with the settings of the Apache Kafka of the tests. Rejects with what it said when it ends
 * before it is ready.
 * @param {string} dataFolder
 * @param {{ port?: number }} [options]
 * @returns {Promise<{ brokers: string, pid: number, stop(): Promise<void>, kill(): Promise<void> }>}
 */
export function startEmbedded(dataFolder, { port = 0 } = {}) {
  const settings = ['auto.create.topics.enable=false', 'num.partitions=4'].flatMap((setting) => ['--set', setting]);
  const child = spawn(process.execPath, [main, 'broker', '--port', String(port), '--data', dataFolder, ...settings]);
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    const ended = once(child, 'exit');
    if (child.exitCode !== null || !child.kill(signal)) return;
    await ended;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const take = (/** @type {Buffer} */ data) => {
      said += data;
      const [, brokers] = READY.exec(said) ?? [];
      if (brokers !== undefined)
        resolve({ brokers, pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('exit', (code) => reject(new Error(`The embedded broker ended with ${code}: ${said.trim()}`)));
  });
}
