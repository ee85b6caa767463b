import type { CutTime, PartitionCut, SourceCut } from '../contract/cut.ts';
import type { EventTime } from '../contract/executable-plan.ts';

/** `idle`: quiet at the end of its log for the time-out (W3). `declared`: a person said so. */
export type Activity = 'active' | 'idle' | 'declared';

const NEVER = Number.NEGATIVE_INFINITY;

/**
 * The watermark of one source (W1–W4, L6): the smallest over its active partitions of the largest accepted event time minus
 * maxOutOfOrder; it never falls. Times of the wall clock come in as arguments.
 */
export class SourceWatermark {
  readonly maxTime: Float64Array;
  /** Offset of the record that `maxTime` comes from; −1 before the first. */
  readonly maxTimeOffset: Float64Array;
  readonly activity: Activity[];
  /** When the partition was first seen at its high watermark with nothing buffered; NaN while it is not. */
  readonly quietSinceMs: Float64Array;
  /** When the last record came, or the job began. */
  readonly lastRecordMs: Float64Array;
  watermark = NEVER;
  ended = false;
  readonly #eventTime: EventTime;
  /** When all partitions had become idle; NaN while one is active. */
  #allIdleSinceMs = Number.NaN;
  #watermarkAtIdle = NEVER;

  constructor(eventTime: EventTime, partitions: number) {
    this.#eventTime = eventTime;
    this.maxTime = new Float64Array(partitions).fill(NEVER);
    this.maxTimeOffset = new Float64Array(partitions).fill(-1);
    this.activity = new Array<Activity>(partitions).fill('active');
    this.quietSinceMs = new Float64Array(partitions).fill(Number.NaN);
    this.lastRecordMs = new Float64Array(partitions).fill(Number.NaN);
  }

  get partitions(): number {
    return this.maxTime.length;
  }

  /** Whether the source holds nobody back (W2): all partitions idle. */
  get isIdle(): boolean {
    return !this.ended && this.activity.every((activity) => activity !== 'active');
  }

  /** An accepted row; true when the watermark rose. */
  row(partition: number, time: number, offset: number): boolean {
    if (this.activity[partition] !== 'active') this.#resume(partition);
    if (!(time > (this.maxTime[partition] as number))) return false;
    this.maxTime[partition] = time;
    this.maxTimeOffset[partition] = offset;
    return this.#rise();
  }

  /** Any record of an idle partition makes it active again, also one that moves no watermark (W3, W4). */
  record(partition: number): void {
    if (this.activity[partition] !== 'active') this.#resume(partition);
  }

  /** Told whenever the partition's place against its log may have changed. */
  observe(partition: number, isCaughtUp: boolean, nowMs: number): void {
    if (!isCaughtUp) this.quietSinceMs[partition] = Number.NaN;
    else if (Number.isNaN(this.quietSinceMs[partition] as number)) this.quietSinceMs[partition] = nowMs;
    if (Number.isNaN(this.lastRecordMs[partition] as number)) this.lastRecordMs[partition] = nowMs;
  }

  /** Lets quiet partitions go (W3) and, with closeWhenQuiet, the watermark go on (L6); true when it rose. */
  tick(nowMs: number): boolean {
    for (let p = 0; p < this.partitions; p++) {
      if (this.activity[p] === 'active' && nowMs - (this.quietSinceMs[p] as number) >= this.#eventTime.idleTimeoutMs) {
        this.activity[p] = 'idle';
      }
    }
    const rose = this.#rise();
    return this.#goOnWhileQuiet(nowMs) || rose;
  }

  /** W3: a person says so; the next record ends it. */
  declareIdle(partition: number): boolean {
    this.activity[partition] = 'declared';
    return this.#rise();
  }

  end(): boolean {
    this.ended = true;
    this.watermark = Number.POSITIVE_INFINITY;
    return true;
  }

  /** The partition's own watermark (W1). */
  ofPartition(partition: number): number {
    return (this.maxTime[partition] as number) - this.#eventTime.maxOutOfOrderMs;
  }

  /** How long until the partition counts as idle; null: never, or it is not quiet. */
  idleInMs(partition: number, nowMs: number): number | null {
    const { idleTimeoutMs } = this.#eventTime;
    const quietSince = this.quietSinceMs[partition] as number;
    if (idleTimeoutMs === Number.POSITIVE_INFINITY) return null;
    return Number.isNaN(quietSince) ? idleTimeoutMs : Math.max(0, quietSince + idleTimeoutMs - nowMs);
  }

  cut(positionOf: (partition: number) => number): SourceCut {
    const partitions = this.activity.map(
      (idle, p): PartitionCut => ({
        position: positionOf(p),
        maxTime: this.maxTime[p] === NEVER ? null : (this.maxTime[p] as number),
        maxTimeOffset: this.maxTimeOffset[p] as number,
        idle,
        quietSinceMs: Number.isNaN(this.quietSinceMs[p] as number) ? null : (this.quietSinceMs[p] as number),
      }),
    );
    return { watermark: cutTime(this.watermark), ended: this.ended, partitions };
  }

  restore(cut: SourceCut): void {
    this.watermark = timeOfCut(cut.watermark);
    this.ended = cut.ended;
    cut.partitions.forEach(({ maxTime, maxTimeOffset, idle, quietSinceMs }, p) => {
      this.maxTime[p] = maxTime ?? NEVER;
      this.maxTimeOffset[p] = maxTimeOffset;
      this.activity[p] = idle;
      this.quietSinceMs[p] = quietSinceMs ?? Number.NaN;
    });
  }

  #resume(partition: number): void {
    this.activity[partition] = 'active';
    this.quietSinceMs[partition] = Number.NaN;
    this.#allIdleSinceMs = Number.NaN;
  }

  /** W2: the smallest over the active partitions; without one it stays. */
  #rise(): boolean {
    const { maxTime, activity } = this;
    let smallest = Number.POSITIVE_INFINITY;
    let active = false;
    for (let p = 0; p < maxTime.length; p++) {
      if (activity[p] !== 'active') continue;
      active = true;
      if ((maxTime[p] as number) < smallest) smallest = maxTime[p] as number;
    }
    const next = smallest - this.#eventTime.maxOutOfOrderMs;
    if (!active || !(next > this.watermark)) return false;
    this.watermark = next;
    return true;
  }

  #goOnWhileQuiet(nowMs: number): boolean {
    if (!this.#eventTime.closeWhenQuiet || !this.isIdle || this.watermark === NEVER) return false;
    if (Number.isNaN(this.#allIdleSinceMs)) {
      this.#allIdleSinceMs = nowMs;
      this.#watermarkAtIdle = this.watermark;
    }
    const next = this.#watermarkAtIdle + (nowMs - this.#allIdleSinceMs);
    if (!(next > this.watermark)) return false;
    this.watermark = next;
    return true;
  }
}

export function cutTime(time: number): CutTime {
  if (time === Number.NEGATIVE_INFINITY) return null;
  return time === Number.POSITIVE_INFINITY ? 'end' : time;
}

export function timeOfCut(time: CutTime | undefined): number {
  if (time === null || time === undefined) return Number.NEGATIVE_INFINITY;
  return time === 'end' ? Number.POSITIVE_INFINITY : time;
}
