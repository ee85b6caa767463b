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
 * @returns {Promise<{ brokers: string, stop(): Promise<void> }>}
 */
export function startEmbedded(dataFolder) {
  const settings = ['auto.create.topics.enable=false', 'num.partitions=4'].flatMap((setting) => ['--set', setting]);
  const child = spawn(process.execPath, [main, 'broker', '--port', '0', '--data', dataFolder, ...settings]);
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode !== null || !child.kill('SIGTERM')) return;
    await ended;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const take = (/** @type {Buffer} */ data) => {
      said += data;
      const [, brokers] = READY.exec(said) ?? [];
      if (brokers !== undefined) resolve({ brokers, stop });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('exit', (code) => reject(new Error(`The embedded broker ended with ${code}: ${said.trim()}`)));
  });
}
