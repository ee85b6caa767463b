// Decoding three of seven members of a 200-byte record: our decoder beside JSON.parse, in one run, results compared.
import { makeJsonDecoder } from '@millrace/formats';
import { BIGINT } from '@millrace/model';
import { makeBids } from './engine/bids.ts';

const RECORDS = 200_000;
const ROUNDS = 5;
const COLUMNS = ['auction', 'price', 'date_time'];

/** Adds up every column of every record, so that no side can skip its work. */
type Decode = (buffer: Buffer, start: number, end: number) => readonly unknown[];

const decoder = makeJsonDecoder(COLUMNS.map((name) => ({ name, type: BIGINT, required: true })));
const SIDES: readonly (readonly [string, Decode])[] = [
  ['decoder, 3 of 7 columns', (buffer, start, end) => decoder.decode(buffer, start, end) ?? []],
  ['JSON.parse of latin1', (buffer, start, end) => picked(JSON.parse(buffer.toString('latin1', start, end)))],
  ['JSON.parse of utf8', (buffer, start, end) => picked(JSON.parse(buffer.toString('utf8', start, end)))],
];

function picked(record: Readonly<Record<string, unknown>>): unknown[] {
  return COLUMNS.map((name) => record[name]);
}

const ranges = makeBids(RECORDS, 1).flat();

function round(decode: Decode): { readonly sum: bigint; readonly nsPerRecord: number } {
  let sum = 0;
  let count = 0;
  const started = process.hrtime.bigint();
  for (const { buffer, count: n, valueStart, valueEnd } of ranges) {
    const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.length);
    for (let i = 0; i < n; i++) {
      for (const value of decode(bytes, valueStart[i] as number, valueEnd[i] as number))
        sum += (value as number) % 1_000;
      count += 1;
    }
  }
  return { sum: BigInt(sum), nsPerRecord: Number(process.hrtime.bigint() - started) / count };
}

const best = SIDES.map(([name, decode]) => {
  const rounds = Array.from({ length: ROUNDS }, () => round(decode));
  return { name, sum: rounds[0]?.sum, ns: Math.min(...rounds.map(({ nsPerRecord }) => nsPerRecord)) };
});
const [ours, ...others] = best as [(typeof best)[number], ...typeof best];
for (const { name, sum, ns } of best) {
  console.log(`${name.padEnd(26)} ${ns.toFixed(0).padStart(5)} ns per record`);
  if (sum !== ours.sum) {
    console.error(`${name} read other values than the decoder.`);
    process.exitCode = 1;
  }
}
for (const { name, ns } of others) console.log(`ratio to ${name}: ${(ns / ours.ns).toFixed(2)} (goal: at least 1.8)`);
