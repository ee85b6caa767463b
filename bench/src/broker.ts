import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Admin, listBounds, parseBrokers } from '@millrace/kafka';
import { javaTool } from '../../tools/kafka/local-kafka.mjs';
import { apacheContestant, type Contestant, embeddedContestant } from './broker/contestants.ts';
import { measureLatency } from './broker/measure-latency.ts';
import { percentile } from './page/frames.ts';

/**
 * The embedded broker beside Apache Kafka in one run: start, throughput by Kafka's own Java clients, latency, memory, and recovery
 * after SIGKILL. Both are driven by the same programs; what both hold in the end is compared. Needs Java and the built command.
 * BENCH_RECORDS (of 200 B; 1 kB has a fifth), BENCH_LOG_MB.
 */
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 1_000_000);
const LOG_MB = Number(process.env['BENCH_LOG_MB'] ?? 1_024);
const LATENCY = { perSecond: 5_000, records: 25_000 };
const PERF = 'org.apache.kafka.tools';
const TOOL_MS = 600_000;

type Loads = Readonly<Record<'plain' | 'transactions', readonly string[]>>;
const LOADS: Loads = { plain: [], transactions: ['--transactional-id', 'bench', '--transaction-duration-ms', '200'] };

type Row = { readonly what: string; readonly unit: string; readonly goal: string; readonly values: number[] };
const rows = new Map<string, Row>();

function note(what: string, unit: string, goal: string, value: number): void {
  const row = rows.get(what) ?? { what, unit, goal, values: [] };
  rows.set(what, row);
  row.values.push(value);
}

async function makeTopic({ text }: Contestant, name: string, partitions: number): Promise<void> {
  const admin = await Admin.connect(addressOf(text));
  await admin.createTopics([{ name, partitions, config: {} }]);
  await admin.close();
}

function addressOf(text: string) {
  const [address] = parseBrokers(text) ?? [];
  if (address === undefined) throw new Error(`${text} is not host:port.`);
  return address;
}

async function throughput(broker: Contestant, bytes: number, records: number): Promise<void> {
  for (const [load, args] of Object.entries(LOADS)) {
    const topic = `bench-${bytes}-${load}`;
    await makeTopic(broker, topic, 4);
    const common = ['--topic', topic, '--num-records', String(records), '--record-size', String(bytes)];
    const produced = await javaTool(
      `${PERF}.ProducerPerformance`,
      [...common, '--throughput', '-1', '--bootstrap-server', broker.text, '--command-property', 'acks=all', ...args],
      { timeoutMs: TOOL_MS },
    );
    const rate = Number(/, ([\d.]+) records\/sec \([^)]*\)[^\n]*99\.9th/.exec(produced)?.[1]);
    note(`produce ${bytes} B, ${load}`, 'records/s', '≥ 0.5', rate);
    const read = ['--include-internal-topics', '--topic', topic];
    const consumed = await javaTool(
      `${PERF}.ConsumerPerformance`,
      [
        ...read.slice(1),
        '--bootstrap-server',
        broker.text,
        '--num-records',
        String(records),
        '--timeout',
        '60000',
        '--hide-header',
      ],
      { timeoutMs: TOOL_MS },
    );
    const columns = (consumed.trim().split('\n').at(-1) ?? '').split(',').map((text) => text.trim());
    if (Number(columns[4]) < records) throw new Error(`${broker.name}: ${columns[4]} of ${records} records were read.`);
    note(`consume ${bytes} B, ${load}`, 'records/s', '≥ 0.5', Number(columns[5]));
    const bounds = await listBounds(addressOf(broker.text), topic, 4, 'read_committed');
    const held = bounds.reduce((sum, { latest }) => sum + latest, 0);
    if (held < records) throw new Error(`${broker.name} holds ${held} of ${records} records.`);
  }
}

async function latency(broker: Contestant): Promise<void> {
  await makeTopic(broker, 'bench-latency', 1);
  await measureLatency(addressOf(broker.text), 'bench-latency', LATENCY.perSecond, 5_000);
  await makeTopic(broker, 'bench-latency-2', 1);
  const took = await measureLatency(addressOf(broker.text), 'bench-latency-2', LATENCY.perSecond, LATENCY.records);
  note(`latency at ${LATENCY.perSecond} records/s, p50`, 'ms', '', percentile(took, 0.5));
  note(`latency at ${LATENCY.perSecond} records/s, p99`, 'ms', '≤ 1', percentile(took, 0.99));
}

async function starts(broker: Contestant): Promise<void> {
  await broker.stop();
  note('start after an orderly end', 'ms', '≤ 0.125', await broker.start());
}

async function recovery(broker: Contestant): Promise<void> {
  await makeTopic(broker, 'bench-log', 4);
  const records = String(Math.round(LOG_MB * 1_024));
  const args = ['--topic', 'bench-log', '--num-records', records, '--record-size', '1000', '--throughput', '-1'];
  await javaTool(`${PERF}.ProducerPerformance`, [...args, '--bootstrap-server', broker.text], { timeoutMs: TOOL_MS });
  note('memory after it', 'MB', '≤ 0.2', broker.memoryMb());
  await broker.kill();
  note(`start after SIGKILL, log of ${LOG_MB} MB more`, 'ms', '', await broker.start());
}

function say(): void {
  console.log(`${''.padEnd(46)}${'embedded'.padStart(12)}${'Apache'.padStart(12)}   ratio  goal`);
  for (const { what, unit, goal, values } of rows.values()) {
    const [ours = Number.NaN, theirs = Number.NaN] = values;
    const figure = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toFixed(2)).padStart(12);
    console.log(
      `${`${what} (${unit})`.padEnd(46)}${figure(ours)}${figure(theirs)}${(ours / theirs).toFixed(2).padStart(8)}  ${goal}`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-broker-'));
try {
  for (const contestant of [embeddedContestant, apacheContestant]) {
    const broker = await contestant(folder);
    try {
      await latency(broker);
      await starts(broker);
      await throughput(broker, 200, RECORDS);
      await throughput(broker, 1_000, Math.round(RECORDS / 5));
      await recovery(broker);
    } finally {
      await broker.kill();
    }
  }
  say();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
