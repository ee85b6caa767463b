import { createHash } from 'node:crypto';
import type { OutputBuffer, RecordRanges } from '@millrace/engine';
import { type Fetch, makeBids } from './engine/bids.ts';
import { makeGeneralJob } from './engine/general-job.ts';
import { HandWritten } from './engine/hand-written.ts';
import { SOURCE } from './engine/reference-document.ts';

/**
 * The reference job without Kafka: JSON bids of 200 bytes, filter, project, tumbling window of 10 s with count, sum and max by
 * auction, JSON out, a watermark per record and a cut every half million rows; the general engine against a loop written by hand
 * with the same checks. Fails when their outputs differ.
 */
const BIDS = 1_000_000;
const ROWS_PER_CUT = 500_000;
const ROUNDS = 4;
const GOAL = 0.6;
/** A clock after all bids. */
const NOW_MS = 1_800_000_000_000;

type Side = (bids: readonly Fetch[]) => Outputs;
type Outputs = { readonly results: OutputBuffer[]; readonly late: OutputBuffer[] };
type Measured = { readonly krowsPerSecond: number; readonly cpuSecondsPerMillion: number };

function runGeneral(bids: readonly Fetch[]): Outputs {
  const job = makeGeneralJob();
  const outputs: Outputs = { results: [], late: [] };
  const cut = () => {
    const taken = job.cut(NOW_MS).outputs;
    keep(outputs.results, taken.get('out'));
    keep(outputs.late, taken.get('late'));
  };
  let uncut = 0;
  for (const fetch of bids) {
    fetch.forEach((records, partition) => {
      const nextOffset = nextOffsetOf(records);
      job.feed({ source: SOURCE, partition, records: [records], nextOffset, logAppendTime: false, nowMs: NOW_MS });
      job.ends(SOURCE, partition, { highWatermark: nextOffset, lastStableOffset: nextOffset }, NOW_MS);
      uncut += records.count;
    });
    while (job.run(10_000));
    if (uncut >= ROWS_PER_CUT) {
      cut();
      uncut = 0;
    }
  }
  job.end(SOURCE);
  cut();
  return outputs;
}

function runHandWritten(bids: readonly Fetch[]): Outputs {
  const job = new HandWritten();
  const outputs: Outputs = { results: [], late: [] };
  const cut = () => {
    const [results, late] = job.cut().outputs;
    keep(outputs.results, results);
    keep(outputs.late, late);
  };
  let uncut = 0;
  for (const fetch of bids) {
    job.feed(fetch);
    for (const records of fetch) uncut += records.count;
    if (uncut >= ROWS_PER_CUT) {
      cut();
      uncut = 0;
    }
  }
  job.end();
  cut();
  return outputs;
}

function keep(buffers: OutputBuffer[], buffer: OutputBuffer | undefined): void {
  if (buffer !== undefined) buffers.push(buffer);
}

function nextOffsetOf(records: RecordRanges): number {
  return (records.offsets.at(-1) ?? -1) + 1;
}

function measure(side: Side, bids: readonly Fetch[]): { readonly measured: Measured; readonly outputs: Outputs } {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  const outputs = side(bids);
  const ms = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { measured: { krowsPerSecond: BIDS / ms, cpuSecondsPerMillion: (user + system) / BIDS }, outputs };
}

function rows(buffers: readonly OutputBuffer[]): number {
  return buffers.reduce((count, buffer) => count + buffer.count, 0);
}

function fingerprint(buffers: readonly OutputBuffer[]): string {
  const hash = createHash('sha256');
  for (const { bytes, length } of buffers) hash.update(bytes.subarray(0, length));
  return `${rows(buffers)} rows, ${hash.digest('hex').slice(0, 16)}`;
}

/** The least CPU of some rounds, which alternate so that both sides meet the same machine. */
function compare(name: string, msPerBid: number): boolean {
  const bids = makeBids(BIDS, msPerBid);
  const best = new Map<string, Measured>();
  const found = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, run] of Object.entries({ general: runGeneral, 'hand-written': runHandWritten })) {
      const { measured, outputs } = measure(run, bids);
      const so = best.get(side);
      if (so === undefined || measured.cpuSecondsPerMillion < so.cpuSecondsPerMillion) best.set(side, measured);
      found.set(side, `${fingerprint(outputs.results)}; late ${fingerprint(outputs.late)}`);
    }
  }
  console.log(`\n${name}: ${BIDS} bids, ${msPerBid} ms apart: ${found.get('general')}`);
  for (const [side, { krowsPerSecond, cpuSecondsPerMillion }] of best) {
    const rate = `${Math.round(krowsPerSecond)} k rows/s`.padStart(15);
    console.log(`  ${side.padEnd(13)}${rate}   ${cpuSecondsPerMillion.toFixed(3)} CPU s per million`);
  }
  const ratio = cpuOf(best, 'hand-written') / cpuOf(best, 'general');
  console.log(`  ratio ${ratio.toFixed(2)} (goal: at least ${GOAL})`);
  const agree = found.get('general') === found.get('hand-written');
  if (!agree) console.log(`  THE OUTPUTS DIFFER: by hand ${found.get('hand-written')}`);
  return agree;
}

function cpuOf(best: ReadonlyMap<string, Measured>, side: string): number {
  return best.get(side)?.cpuSecondsPerMillion ?? Number.NaN;
}

const agree = [compare('Many windows', 1), compare('Few windows', 0.05)];
if (agree.includes(false)) process.exitCode = 1;
