import type { RecordRanges } from '@millrace/engine';

export const PARTITIONS = 4;
export const MAX_OUT_OF_ORDER_MS = 2_000;

/** What a fetch brings of each partition. */
export type Fetch = readonly RecordRanges[];

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnop';
const CHANNELS = ['Apple', 'Google', 'Facebook', 'Baidu'];
const AUCTIONS = 10_000;
const START_MS = 1_700_000_000_000;
/** About a thousand records of each partition. */
const PER_FETCH = 4_096;

/**
 * Nexmark-like bids of about 200 bytes in JSON: a fifth out of order by less than two seconds, two in a thousand later than
 * that. `msPerBid` is how fast event time goes on: the faster, the more windows close.
 */
export function makeBids(count: number, msPerBid: number, perFetch = PER_FETCH): readonly Fetch[] {
  const random = seeded(42);
  const offsets = new Array<number>(PARTITIONS).fill(0);
  const fetches: Fetch[] = [];
  for (let from = 0; from < count; from += perFetch) {
    const texts: string[][] = Array.from({ length: PARTITIONS }, () => []);
    for (let i = from; i < Math.min(count, from + perFetch); i++) {
      const auction = 1_000 + Math.floor(random() * AUCTIONS);
      texts[auction % PARTITIONS]?.push(bid(auction, START_MS + Math.floor(i * msPerBid), random));
    }
    fetches.push(
      texts.map((bids, partition) => {
        const first = offsets[partition] as number;
        offsets[partition] = first + bids.length;
        return recordsOf(bids, first);
      }),
    );
  }
  return fetches;
}

function bid(auction: number, onTimeMs: number, random: () => number): string {
  let timeMs = onTimeMs;
  const price = Math.floor(100 * 10 ** (random() * 4));
  if (random() < 0.2) timeMs -= Math.floor(random() * MAX_OUT_OF_ORDER_MS);
  if (random() < 0.002) timeMs -= Math.floor(random() * 20_000);
  const at = Math.floor(random() * 24);
  const bidder = 1_000 + Math.floor(random() * 100_000);
  const channel = CHANNELS[Math.floor(random() * 4)];
  const url = `https://www.nexmark.example/${LETTERS.slice(at, at + 5)}/item.htm?query=1`;
  const extra = LETTERS.slice(at, at + 36 + Math.floor(random() * 12));
  return `{"auction":${auction},"bidder":${bidder},"price":${price},"channel":"${channel}","url":"${url}","date_time":${timeMs},"extra":"${extra}"}`;
}

function recordsOf(texts: readonly string[], firstOffset: number): RecordRanges {
  const buffer = Buffer.from(texts.join(''), 'latin1');
  const count = texts.length;
  const valueStart = new Int32Array(count);
  const valueEnd = new Int32Array(count);
  let at = 0;
  texts.forEach((text, i) => {
    valueStart[i] = at;
    at += text.length;
    valueEnd[i] = at;
  });
  const none = new Int32Array(count).fill(-1);
  return {
    buffer,
    count,
    offsets: Float64Array.from(texts, (_, i) => firstOffset + i),
    timestamps: new Float64Array(count).fill(START_MS),
    keyStart: none,
    keyEnd: none,
    valueStart,
    valueEnd,
    headersStart: none,
    headersEnd: none,
  };
}

/** Random numbers in [0, 1) from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
