import type { PartitionCut, SourceCut } from '../contract/cut.ts';
import type { EventTime } from '../contract/executable-plan.ts';
import { MinTree } from '../min-tree.ts';
import { cutTime, timeOfCut } from './cut-time.ts';
import { Participation } from './participation.ts';

/** `idle`: quiet at the end of its log for the time-out (W3). `declared`: a person said so. */
export type Activity = 'active' | 'idle' | 'declared';

/** A partition that may count as idle since `atMs`. */
export type IdleCandidate = { readonly partition: number; readonly atMs: number; readonly maxTime: number };

const NEVER = Number.NEGATIVE_INFINITY;

/**
 * The watermark of one source (W1–W4, L6): the smallest over its active partitions of the largest accepted event time minus
 * maxOutOfOrder; it never falls. Times of the wall clock come in as arguments, milliseconds.
 */
export class SourceWatermark {
  readonly maxTime: Float64Array;
  /** Offset of the record that `maxTime` comes from; −1 before the first. */
  readonly maxTimeOffset: Float64Array;
  readonly activity: Activity[];
  /** When the partition was first seen at its high watermark with nothing buffered; NaN while it is not. */
  readonly quietSinceMs: Float64Array;
  /** When the last record was fed, or the partition's end first known; NaN before. */
  readonly lastRecordMs: Float64Array;
  watermark = NEVER;
  participation: Participation = Participation.active;
  ended = false;
  readonly #eventTime: EventTime;
  /** Whether the partition is known to be at its end; what a cut says of its quiet counts only then. */
  readonly #isCaughtUp: boolean[];
  /** `maxTime` of the active partitions, +Infinity for the others. */
  readonly #holding: MinTree;
  /** When all partitions had become idle, and the watermark then; NaN while one is active. */
  #allIdleSinceMs = Number.NaN;
  #watermarkAtIdle = NEVER;

  constructor(eventTime: EventTime, partitions: number) {
    this.#eventTime = eventTime;
    this.maxTime = new Float64Array(partitions).fill(NEVER);
    this.maxTimeOffset = new Float64Array(partitions).fill(-1);
    this.#holding = new MinTree(partitions, NEVER);
    this.activity = new Array<Activity>(partitions).fill('active');
    this.quietSinceMs = new Float64Array(partitions).fill(Number.NaN);
    this.lastRecordMs = new Float64Array(partitions).fill(Number.NaN);
    this.#isCaughtUp = new Array<boolean>(partitions).fill(false);
  }

  /** An accepted row; true when the watermark rose or the source takes part again (W4). */
  row(partition: number, time: number, offset: number): boolean {
    const resumed = this.record(partition);
    if (!(time > (this.maxTime[partition] as number))) return resumed;
    this.maxTime[partition] = time;
    this.#holding.set(partition, time);
    this.maxTimeOffset[partition] = offset;
    return this.#rise() || resumed;
  }

  /** Any record of an idle partition makes it active again, also one that moves no watermark; true when it did (W3, W4). */
  record(partition: number): boolean {
    if (this.activity[partition] === 'active') return false;
    this.activity[partition] = 'active';
    this.#holding.set(partition, this.maxTime[partition] as number);
    this.quietSinceMs[partition] = Number.NaN;
    this.#allIdleSinceMs = Number.NaN;
    this.participation = Participation.active;
    return true;
  }

  /** Told whenever the partition's place against its log may have changed. */
  observe(partition: number, isCaughtUp: boolean, nowMs: number): void {
    this.#isCaughtUp[partition] = isCaughtUp;
    if (!isCaughtUp) this.quietSinceMs[partition] = Number.NaN;
    else if (Number.isNaN(this.quietSinceMs[partition] as number)) this.quietSinceMs[partition] = nowMs;
    if (Number.isNaN(this.lastRecordMs[partition] as number)) this.lastRecordMs[partition] = nowMs;
  }

  /** The partition whose time-out passed first, of several the one that is furthest behind (W3); null when none has passed. */
  nextIdle(nowMs: number): IdleCandidate | null {
    let next: IdleCandidate | null = null;
    for (let partition = 0; partition < this.activity.length; partition++) {
      const candidate = { partition, atMs: this.#idleAtMs(partition), maxTime: this.maxTime[partition] as number };
      const isDue = this.activity[partition] === 'active' && candidate.atMs <= nowMs;
      if (isDue && (next === null || goesBefore(candidate, next))) next = candidate;
    }
    return next;
  }

  /** Lets go a partition that is quiet (W3). */
  letGo({ partition, atMs }: IdleCandidate): void {
    this.#leave(partition, 'idle', atMs);
  }

  /** W3: a person says so; the next record ends it. */
  declareIdle(partition: number, nowMs: number): void {
    this.#leave(partition, 'declared', nowMs);
  }

  /** L6: with closeWhenQuiet the watermark goes on with the clock once all partitions are idle; true when it rose. */
  goOn(nowMs: number): boolean {
    if (this.participation !== Participation.goesOn) return false;
    if (this.activity.some((activity, p) => activity === 'idle' && this.#isCaughtUp[p] !== true)) {
      this.#allIdleSinceMs = Number.NaN;
      return false;
    }
    if (Number.isNaN(this.#allIdleSinceMs)) {
      this.#allIdleSinceMs = nowMs;
      this.#watermarkAtIdle = this.watermark;
    }
    const next = this.#watermarkAtIdle + (nowMs - this.#allIdleSinceMs);
    if (!(next > this.watermark)) return false;
    this.watermark = next;
    return true;
  }

  end(): void {
    this.ended = true;
    this.watermark = Number.POSITIVE_INFINITY;
    this.participation = Participation.ended;
  }

  /** The partition's own watermark (W1). */
  ofPartition(partition: number): number {
    return (this.maxTime[partition] as number) - this.#eventTime.maxOutOfOrderMs;
  }

  /** How long until the partition counts as idle if nothing comes; null: never. */
  idleInMs(partition: number, nowMs: number): number | null {
    const { idleTimeoutMs } = this.#eventTime;
    if (idleTimeoutMs === Number.POSITIVE_INFINITY) return null;
    const idleAtMs = this.#idleAtMs(partition);
    return Number.isNaN(idleAtMs) ? idleTimeoutMs : Math.max(0, idleAtMs - nowMs);
  }

  cut(positionOf: (partition: number) => number): SourceCut {
    const partitions = this.activity.map((idle, p): PartitionCut => {
      const quietSinceMs = this.quietSinceMs[p] as number;
      return {
        position: positionOf(p),
        maxTime: this.maxTime[p] === NEVER ? null : (this.maxTime[p] as number),
        maxTimeOffset: this.maxTimeOffset[p] as number,
        idle,
        quietSinceMs: Number.isNaN(quietSinceMs) ? null : quietSinceMs,
      };
    });
    return { watermark: cutTime(this.watermark), ended: this.ended, partitions };
  }

  restore(cut: SourceCut): void {
    cut.partitions.forEach(({ maxTime, maxTimeOffset, idle, quietSinceMs }, p) => {
      this.maxTime[p] = maxTime ?? NEVER;
      this.maxTimeOffset[p] = maxTimeOffset;
      this.activity[p] = idle;
      this.#holding.set(p, idle === 'active' ? (maxTime ?? NEVER) : Number.POSITIVE_INFINITY);
      this.quietSinceMs[p] = quietSinceMs ?? Number.NaN;
    });
    this.watermark = timeOfCut(cut.watermark);
    if (cut.ended) this.end();
    else this.participation = this.#participationNow();
  }

  /** When the partition counts as idle; NaN while it is not known to be quiet. */
  #idleAtMs(partition: number): number {
    if (this.#isCaughtUp[partition] !== true) return Number.NaN;
    return (this.quietSinceMs[partition] as number) + this.#eventTime.idleTimeoutMs;
  }

  #leave(partition: number, activity: 'idle' | 'declared', sinceMs: number): void {
    this.activity[partition] = activity;
    this.#holding.set(partition, Number.POSITIVE_INFINITY);
    if (this.ended) return;
    this.#rise();
    this.participation = this.#participationNow();
    if (this.participation === Participation.active || !Number.isNaN(this.#allIdleSinceMs)) return;
    this.#allIdleSinceMs = sinceMs;
    this.#watermarkAtIdle = this.watermark;
  }

  #participationNow(): Participation {
    if (this.activity.includes('active')) return Participation.active;
    return this.#eventTime.closeWhenQuiet && this.watermark !== NEVER ? Participation.goesOn : Participation.idle;
  }

  /** W2: the smallest over the active partitions; without one it stays. */
  #rise(): boolean {
    const { least } = this.#holding;
    const next = least - this.#eventTime.maxOutOfOrderMs;
    if (least === Number.POSITIVE_INFINITY || !(next > this.watermark)) return false;
    this.watermark = next;
    return true;
  }
}

/**
 * The order in which partitions are let go: by time, of those at the same time the furthest behind first. So the result does not
 * depend on how often the clock is told.
 */
export function goesBefore(a: IdleCandidate, b: IdleCandidate): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.maxTime < b.maxTime);
}
