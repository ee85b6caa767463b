// One Apache Kafka broker on 127.0.0.1, in a process of its own that outlives us unless it is stopped.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf, isRunning, signalProcess } from '../processes.mjs';
import { fetchKafka } from './jars.mjs';
import { findJava } from './java.mjs';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

/** @typedef {import('./java.mjs').Log} Log */
/** @typedef {{ brokers: string, pid: number, adopted: boolean, stop(): Promise<void>, kill(): Promise<void>, restart(): Promise<void> }} LocalKafka */
/** @typedef {{ dataDir: string, port?: number, heap?: string, properties?: Readonly<Record<string, string>>, log?: Log }} KafkaOptions */

/**
 * Starts a broker on a data folder, or adopts the one that runs on it already. The port is kept in the folder, so that a restart
 * has the same. Rejects with the end of the broker's log when it does not come up.
 * @param {KafkaOptions} options
 * @returns {Promise<LocalKafka>}
 */
export async function startKafka(options) {
  const { dataDir, log = () => {} } = options;
  const running = readRunning(dataDir);
  if (running !== null) {
    await untilReady(dataDir, running.port);
    return handle(options, running, true);
  }
  const java = findJava({ log });
  const libs = await fetchKafka({ log });
  mkdirSync(dataDir, { recursive: true });
  const port = options.port ?? readPort(dataDir) ?? (await freePort());
  writeProperties(options, port, await freePort());
  if (!existsSync(join(dataDir, 'log', 'meta.properties'))) format(java, libs, dataDir);
  log(`Starting Apache Kafka on 127.0.0.1:${port} …`);
  const state = launch(java, libs, options, port);
  await untilReady(dataDir, port);
  return handle(options, state, false);
}

/** @typedef {{ pid: number, startedAt: string, port: number }} Running */

/** @param {string} dataDir @returns {Running | null} */
function readRunning(dataDir) {
  const path = join(dataDir, 'broker.json');
  if (!existsSync(path)) return null;
  const state = JSON.parse(readFileSync(path, 'utf8'));
  return isRunning(state) ? state : null;
}

/** @param {string} dataDir @returns {number | undefined} */
function readPort(dataDir) {
  const path = join(dataDir, 'broker.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).port : undefined;
}

/** @param {KafkaOptions} options @param {number} port @param {number} controllerPort */
function writeProperties({ dataDir, properties = {} }, port, controllerPort) {
  const all = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': join(dataDir, 'log'),
    'num.partitions': '4',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '4',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'auto.create.topics.enable': 'false',
    'log.retention.hours': '168',
    'num.network.threads': '2',
    'num.io.threads': '2',
    'message.max.bytes': '8388608',
    ...properties,
  };
  const lines = Object.entries(all).map(([key, value]) => `${key}=${value}\n`);
  writeFileSync(join(dataDir, 'server.properties'), lines.join(''));
}

/** @param {string} java @param {string} libs @param {string} dataDir */
function format(java, libs, dataDir) {
  const tool = ['-cp', `${libs}/*`, 'kafka.tools.StorageTool'];
  const id = spawnSync(java, [...tool, 'random-uuid'], { encoding: 'utf8' }).stdout.trim();
  const args = [...tool, 'format', '-t', id, '-c', join(dataDir, 'server.properties')];
  const { status, stdout, stderr } = spawnSync(java, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Kafka's log folder ${dataDir} could not be formatted: ${stdout}${stderr}`);
}

/** @param {string} java @param {string} libs @param {KafkaOptions} options @param {number} port @returns {Running} */
function launch(java, libs, { dataDir, heap = '512m' }, port) {
  const out = openSync(join(dataDir, 'broker.log'), 'a');
  const args = [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    '-XX:+UseG1GC',
    '-XX:MaxGCPauseMillis=20',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    '-cp',
    `${libs}/*`,
    'kafka.Kafka',
    join(dataDir, 'server.properties'),
  ];
  const child = spawn(java, args, { detached: true, stdio: ['ignore', out, out] });
  child.unref();
  const state = { ...identityOf(child.pid ?? 0), port };
  writeFileSync(join(dataDir, 'broker.json'), JSON.stringify(state));
  return state;
}

/** @param {string} dataDir @param {number} port */
async function untilReady(dataDir, port) {
  for (const endMs = Date.now() + READY_TIMEOUT_MS; Date.now() < endMs; await delay(50)) {
    if (readRunning(dataDir) === null)
      throw new Error(`Apache Kafka ended while it started. The end of its log:\n${logTail(dataDir)}`);
    if (await answers(port)) return;
  }
  throw new Error(`Apache Kafka did not answer on port ${port} within 60 s. The end of its log:\n${logTail(dataDir)}`);
}

/** Whether a broker answers an ApiVersions request. @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    const end = (/** @type {boolean} */ ready) => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => resolve(false));
    socket.on('connect', () => socket.write(Buffer.from('0000000a0012000000000001ffff', 'hex')));
    socket.on('data', () => end(true));
  });
}

/** @param {string} dataDir */
function logTail(dataDir) {
  return readFileSync(join(dataDir, 'broker.log'), 'utf8').trim().split('\n').slice(-30).join('\n');
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** @param {KafkaOptions} options @param {Running} state @param {boolean} adopted @returns {LocalKafka} */
function handle(options, state, adopted) {
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    signalProcess(state, signal);
    for (const endMs = Date.now() + STOP_TIMEOUT_MS; isRunning(state); await delay(20)) {
      if (Date.now() > endMs) signalProcess(state, 'SIGKILL');
    }
  };
  return {
    brokers: `127.0.0.1:${state.port}`,
    get pid() {
      return state.pid;
    },
    adopted,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      const again = await startKafka({ ...options, port: state.port });
      Object.assign(state, readRunning(options.dataDir), { pid: again.pid });
    },
  };
}

/**
 * Runs one of Apache Kafka's own command-line tools to its end; gives what it printed.
 * @param {string} mainClass @param {readonly string[]} args @param {{ timeoutMs?: number, input?: string }} [options]
 * @returns {Promise<string>}
 */
export async function javaTool(mainClass, args, { timeoutMs = 60_000, input = '' } = {}) {
  const java = findJava();
  const libs = await fetchKafka();
  const child = spawn(
    java,
    ['-Xmx256m', '-Dorg.slf4j.simpleLogger.defaultLogLevel=error', '-cp', `${libs}/*`, mainClass, ...args],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    },
  );
  child.stdin.end(input);
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (errors += data));
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (status !== 0) throw new Error(`${mainClass} ended with ${status}: ${errors.trim().slice(-2_000)}`);
  return output;
}
