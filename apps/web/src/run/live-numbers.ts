import type { Gauges } from '@millrace/live';
import { LagSeries, type LagTrend } from './lag-series.ts';
import { RateSeries } from './rate-series.ts';

/**
 * The newest numbers of the shown pipeline, past React: whoever draws compares `version` once a frame and reads. Totals are progress
 * and may step back with the epoch (E7).
 */
export class LiveNumbers {
  version = 0;
  gauges: Gauges | null = null;
  readonly #series = new Map<string, RateSeries>();
  readonly #lags = new Map<string, LagSeries>();
  readonly #index = new Map<string, number>();

  apply(gauges: Gauges): void {
    this.gauges = gauges;
    this.#index.clear();
    gauges.nodes.forEach((node, i) => {
      this.#index.set(node, i);
    });
    for (const [counter, totals] of Object.entries(gauges.counters)) {
      gauges.nodes.forEach((node, i) => {
        const total = totals[i];
        if (total !== null && total !== undefined) this.#seriesOf(node, counter).add(gauges.epoch, gauges.atMs, total);
      });
    }
    for (const [node, { behind, partitions }] of Object.entries(gauges.sources)) {
      const lag = this.#lags.get(node) ?? new LagSeries();
      this.#lags.set(node, lag);
      lag.add(
        gauges.epoch,
        gauges.atMs,
        Number(behind),
        partitions.map(({ unread }) => unread),
      );
    }
    this.version += 1;
  }

  clear(): void {
    this.gauges = null;
    this.#series.clear();
    this.#lags.clear();
    this.#index.clear();
    this.version += 1;
  }

  /** A node's counter; null where it has none or nothing is known. */
  total(node: string, counter: string): number | null {
    const i = this.#index.get(node);
    return i === undefined ? null : (this.gauges?.counters[counter]?.[i] ?? null);
  }

  rate(node: string, counter: string): number | null {
    return this.#series.get(`${counter} ${node}`)?.perSecond ?? null;
  }

  /** For how long a node's counter has stood still, milliseconds. */
  quietMs(node: string, counter: string): number {
    return this.#series.get(`${counter} ${node}`)?.quietMs ?? 0;
  }

  /** How the rows move that a source is behind. */
  lagTrend(node: string): LagTrend {
    return this.#lags.get(node)?.trend ?? { kind: 'unknown' };
  }

  spark(node: string, counter: string): readonly number[] {
    return this.#series.get(`${counter} ${node}`)?.spark ?? [];
  }

  #seriesOf(node: string, counter: string): RateSeries {
    const key = `${counter} ${node}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const made = new RateSeries();
    this.#series.set(key, made);
    return made;
  }
}

export const liveNumbers = new LiveNumbers();
