const RATE_MS = 10_000;
/** One value a second. */
const SPARK_LENGTH = 90;
const SECOND_MS = 1_000;

type Sample = { readonly atMs: number; readonly total: number };

/**
 * A total that grows, seen now and then, as a rate over the last ten seconds and a rate for each of the last ninety. A total that
 * steps back, or another epoch (E7), begins anew.
 */
export class RateSeries {
  #epoch = '';
  #samples: Sample[] = [];
  #second: Sample | null = null;
  #grownMs = 0;
  readonly spark: number[] = [];

  add(epoch: string, atMs: number, total: number): void {
    const last = this.#samples.at(-1);
    if (epoch !== this.#epoch || (last !== undefined && (total < last.total || atMs < last.atMs))) this.#clear(epoch);
    if (this.#samples.length === 0 || total !== last?.total) this.#grownMs = atMs;
    this.#samples.push({ atMs, total });
    while ((this.#samples[1]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs - RATE_MS) this.#samples.shift();
    this.#addSecond(atMs, total);
  }

  /** Per second over the last ten seconds, or over what has been seen; null before two samples. */
  get perSecond(): number | null {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs === first.atMs) return null;
    return ((last.total - first.total) * SECOND_MS) / (last.atMs - first.atMs);
  }

  /** For how long the total has stood still, milliseconds. */
  get quietMs(): number {
    return (this.#samples.at(-1)?.atMs ?? 0) - this.#grownMs;
  }

  #addSecond(atMs: number, total: number): void {
    this.#second ??= { atMs, total };
    const elapsedMs = atMs - this.#second.atMs;
    if (elapsedMs < SECOND_MS) return;
    this.spark.push(((total - this.#second.total) * SECOND_MS) / elapsedMs);
    if (this.spark.length > SPARK_LENGTH) this.spark.shift();
    this.#second = { atMs, total };
  }

  #clear(epoch: string): void {
    this.#epoch = epoch;
    this.#samples = [];
    this.#second = null;
    this.spark.length = 0;
  }
}
