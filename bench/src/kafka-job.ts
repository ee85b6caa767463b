import { createHash } from 'node:crypto';
import type { OutputBuffer } from '@millrace/engine';
import { type BrokerAddress, parseBrokers } from '@millrace/kafka';
import { PipelineRun, readPipeline } from '@millrace/runtime';
import { type Fetch, makeBids } from './engine/bids.ts';
import { HandWritten } from './engine/hand-written.ts';
import { referenceDocument } from './engine/reference-document.ts';
import { readTopic, writeBids } from './kafka/topics.ts';

/**
 * The reference job on a real Kafka, exactly once with a commit every 500 ms, beside the raw reader that checks every CRC; both
 * read the same topic of JSON bids of 200 bytes. What the job wrote is compared with a loop written by hand over the same bids:
 * fails when a row differs. KAFKA_BROKERS names the Kafka.
 */
const BIDS = 2_000_000;
const ROUNDS = 3;

type Measured = { readonly wallMs: number; readonly cpuSeconds: number };

const run = `bench-${process.pid}-${Date.now().toString(36)}`;

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs: performance.now() - before, cpuSeconds: (user + system) / 1e6 };
}

/** Runs the pipeline to the end of its input and ends it there; measured from the moment at which its task has opened. */
function runJob(broker: BrokerAddress, name: string, topic: string): Promise<Measured> {
  const document = referenceDocument(topic, `${name}-out`, `${name}-late`);
  const checked = readPipeline(document, new Map());
  if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join(' '));
  return new Promise((resolve, reject) => {
    let running = () => {};
    const opened = new Promise<void>((tell) => {
      running = tell;
    });
    const pipeline = new PipelineRun({
      checked: checked.value,
      document,
      parameters: new Map(),
      namespace: name,
      id: 'k3v9q2m7xw4a',
      broker,
      choices: { onReset: 'ask', onChange: 'ask' },
      mode: 'flush',
      clock: Date.now,
      onReport: (_, report) => report.type === 'phase' && report.phase === 'running' && running(),
    });
    const ended = pipeline.run().then((failure) => {
      if (failure !== null) throw new Error(failure.message);
    });
    opened.then(() => measure(() => ended)).then(resolve, reject);
    ended.catch(reject);
  });
}

async function textsOf(broker: BrokerAddress, topic: string): Promise<string[]> {
  const texts: string[] = [];
  await readTopic(broker, topic, (value) => texts.push(Buffer.from(value).toString('latin1')));
  return texts;
}

function textsOfBuffer({ bytes, count, valueStart, valueEnd }: OutputBuffer): string[] {
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(bytes.subarray(valueStart[i], valueEnd[i])).toString('latin1'),
  );
}

function fingerprint(texts: string[]): string {
  const hash = createHash('sha256');
  for (const text of texts.sort()) hash.update(text).update('\n');
  return `${texts.length} rows, ${hash.digest('hex').slice(0, 16)}`;
}

function expectedOf(bids: Fetch): readonly string[] {
  const job = new HandWritten();
  job.feed(bids);
  job.end();
  return job.cut().outputs.map((buffer) => fingerprint(textsOfBuffer(buffer)));
}

function say(name: string, { wallMs, cpuSeconds }: Measured): void {
  const rate = `${Math.round(BIDS / wallMs)} k records/s`.padStart(18);
  console.log(`  ${name.padEnd(24)}${rate}   ${((cpuSeconds / BIDS) * 1e6).toFixed(2)} CPU s per million`);
}

async function compare(broker: BrokerAddress, msPerBid: number): Promise<boolean> {
  const [bids] = makeBids(BIDS, msPerBid, BIDS);
  if (bids === undefined) throw new Error('there are bids');
  const topic = `${run}-${String(msPerBid).replace('.', '')}`;
  await writeBids(broker, topic, bids);
  const expected = expectedOf(bids);
  console.log(`\n${BIDS} bids, ${msPerBid} ms apart: results ${expected[0]}; late ${expected[1]}`);
  const readers: Measured[] = [];
  const jobs: Measured[] = [];
  let agree = true;
  for (let round = 0; round < ROUNDS; round++) {
    readers.push(await measure(() => readTopic(broker, topic)));
    const name = `${topic}-${round}`;
    jobs.push(await runJob(broker, name, topic));
    for (const [i, port] of ['out', 'late'].entries()) {
      const found = fingerprint(await textsOf(broker, `${name}-${port}`));
      if (found === expected[i]) continue;
      console.log(`  THE OUTPUTS DIFFER: ${port} has ${found}`);
      agree = false;
    }
  }
  const least = (all: readonly Measured[]) => all.reduce((a, b) => (b.cpuSeconds < a.cpuSeconds ? b : a));
  say('raw reader with CRC', least(readers));
  say('whole job, exactly once', least(jobs));
  console.log(
    `  the job costs ${(least(jobs).cpuSeconds / least(readers).cpuSeconds).toFixed(1)} times the raw reader`,
  );
  return agree;
}

async function main(): Promise<void> {
  const [broker] = parseBrokers(process.env['KAFKA_BROKERS'] ?? '') ?? [];
  if (broker === undefined)
    throw new Error('Set KAFKA_BROKERS=host:port to an Apache Kafka that may be filled, such as that of npm start.');
  const agree = [await compare(broker, 1), await compare(broker, 0.05)];
  if (agree.includes(false)) process.exitCode = 1;
}

await main();
