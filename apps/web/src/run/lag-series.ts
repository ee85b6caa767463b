/** Over how long a trend is seen, milliseconds, and from when on it is said. */
const SPAN_MS = 10_000;
const LEAST_MS = 3_000;
/** A change below this share of the lag, or below so many rows, is none. */
const STEADY_SHARE = 0.1;
const STEADY_ROWS = 20;

type Sample = { readonly atMs: number; readonly behind: number; readonly unread: readonly number[] };

/**
 * How a lag moves. `zeroInMs`: when the slowest partition is done at its measured rate (G3), with its number where partitions are
 * told; null where one of them does not drain.
 */
export type LagTrend =
  | { readonly kind: 'unknown' | 'steady' | 'growing' }
  | { readonly kind: 'shrinking'; readonly zeroInMs: number | null; readonly slowest: number | null };

/** The rows that a source is behind, seen now and then. Another epoch begins anew (E7). */
export class LagSeries {
  #epoch = '';
  #samples: Sample[] = [];

  /** `unread`: rows by partition; of very large sources the first partitions only. */
  add(epoch: string, atMs: number, behind: number, unread: readonly number[]): void {
    const last = this.#samples.at(-1);
    if (epoch !== this.#epoch || (last !== undefined && atMs < last.atMs)) this.#samples = [];
    this.#epoch = epoch;
    this.#samples.push({ atMs, behind, unread });
    while ((this.#samples[1]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs - SPAN_MS) this.#samples.shift();
  }

  /** From the older half of the samples to the newer one: a lag falls with each commit and rises until the next. */
  get trend(): LagTrend {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < LEAST_MS) return { kind: 'unknown' };
    const half = this.#samples.length >> 1;
    const [before, after] = [meanOf(this.#samples.slice(0, half)), meanOf(this.#samples.slice(half))];
    const change = after.behind - before.behind;
    if (Math.abs(change) <= Math.max(STEADY_ROWS, before.behind * STEADY_SHARE)) return { kind: 'steady' };
    return change > 0 ? { kind: 'growing' } : { kind: 'shrinking', ...drained(before, after, last) };
  }
}

function meanOf(samples: readonly Sample[]): Sample {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const partitions = samples.at(-1)?.unread ?? [];
  return {
    atMs: mean(({ atMs }) => atMs),
    behind: mean(({ behind }) => behind),
    unread: partitions.map((now, i) => mean(({ unread }) => unread[i] ?? now)),
  };
}

function drained(
  before: Sample,
  after: Sample,
  last: Sample,
): Pick<LagTrend & { kind: 'shrinking' }, 'zeroInMs' | 'slowest'> {
  const zeroInMs = (was: number, is: number, now: number) =>
    now === 0 ? 0 : is < was ? (now * (after.atMs - before.atMs)) / (was - is) : Number.POSITIVE_INFINITY;
  const times = last.unread.map((now, i) => zeroInMs(before.unread[i] ?? now, after.unread[i] ?? now, now));
  const longest = Math.max(0, ...times);
  if (longest === Number.POSITIVE_INFINITY) return { zeroInMs: null, slowest: times.indexOf(longest) };
  if (longest > 0) return { zeroInMs: longest, slowest: times.indexOf(longest) };
  return { zeroInMs: zeroInMs(before.behind, after.behind, last.behind), slowest: null };
}
