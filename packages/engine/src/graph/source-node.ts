import { durationInWords, formatTimestamp, isTimeType, toMillis } from '@millrace/model';
import type { SourceCut } from '../contract/cut.ts';
import type { EventTime, SourcePlan } from '../contract/executable-plan.ts';
import type { Emit } from '../contract/operator.ts';
import type { Head, PartitionQueue } from '../merge/partition-queue.ts';
import { secondsInWords } from '../seconds-in-words.ts';
import { isTime } from '../watermark/is-time.ts';
import { Participation, type Upstream } from '../watermark/participation.ts';
import { SourceWatermark } from '../watermark/source-watermark.ts';

/** A record timestamp of Kafka that says there is none (T2). */
const NO_TIMESTAMP = -1;
const MILLIS = 3;

/** A source's end of the graph: partitions, watermark, and how a record becomes a row or a dead letter. */
export class SourceNode implements Upstream {
  readonly plan: SourcePlan;
  readonly queues: readonly PartitionQueue[];
  /** null: the source has no event time and takes no part in watermarks. */
  readonly time: SourceWatermark | null;
  /** Units of event time: 10^−#timePrecision s. */
  readonly #timePrecision: number;
  readonly emit: Emit;
  /** null: what is dead goes to the dead letters. */
  readonly emitError: Emit | null;
  /** read = passed + dead + quarantined (Conservation). */
  readonly counters = { read: 0, passed: 0, dead: 0, quarantined: 0 };
  ended = false;
  /** `end` was called; the source has ended when what was fed before is taken. */
  isEnding = false;

  constructor(plan: SourcePlan, queues: readonly PartitionQueue[], emit: Emit, emitError: Emit | null) {
    this.plan = plan;
    this.queues = queues;
    this.#timePrecision = timePrecisionOf(plan);
    this.time = plan.eventTime === null ? null : new SourceWatermark(plan.eventTime, queues.length);
    this.emit = emit;
    this.emitError = emitError;
  }

  get outWatermark(): number {
    return this.time?.watermark ?? (this.ended ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
  }

  get participation(): Participation {
    return this.time?.participation ?? (this.ended ? Participation.ended : Participation.idle);
  }

  /** True when the source has ended just now: `end` was called and nothing is buffered. */
  settleEnd(): boolean {
    if (!this.isEnding || this.ended || this.queues.some(({ ranges }) => ranges !== null)) return false;
    this.ended = true;
    this.time?.end();
    return true;
  }

  cut(): SourceCut {
    const positionOf = (partition: number) => (this.queues[partition] as PartitionQueue).position;
    if (this.time !== null) return this.time.cut(positionOf);
    const partitions = this.queues.map(
      ({ position }) => ({ position, maxTime: null, maxTimeOffset: -1, idle: 'active', quietSinceMs: null }) as const,
    );
    return { watermark: this.ended ? 'end' : null, ended: this.ended, partitions };
  }

  restore(cut: SourceCut, counters: Readonly<Record<string, number>>): void {
    this.time?.restore(cut);
    this.ended = cut.ended;
    this.isEnding = cut.ended;
    Object.assign(this.counters, counters);
    cut.partitions.forEach(({ position, idle }, partition) => {
      const queue = this.queues[partition];
      if (queue === undefined) return;
      queue.moveTo(position);
      queue.isAwaited = !cut.ended && idle !== 'declared';
    });
  }

  /** Decodes the record at the head of a queue and judges its event time (T1, T2, T5). */
  readHead(queue: PartitionQueue): void {
    const { head, ranges, index } = queue;
    head.row = null;
    head.isQuarantined = false;
    head.time = Number.NaN;
    if (ranges === null) return;
    const start = ranges.valueStart[index] as number;
    if (start < 0) {
      head.reason =
        'The record has no value (a tombstone); this source reads rows only. Write the topic without tombstones, or read it with a format that has deletions.';
      return;
    }
    const { decoder, eventTime } = this.plan;
    const row = decoder.decode(ranges.buffer, start, ranges.valueEnd[index] as number);
    head.row = row;
    if (row === null) head.reason = decoder.reason;
    else if (eventTime !== null) this.#judgeTime(queue, eventTime, ranges.timestamps[index] as number);
  }

  #judgeTime(queue: PartitionQueue, eventTime: EventTime, timestampMs: number): void {
    const { head } = queue;
    const row = head.row as NonNullable<Head['row']>;
    const { from } = eventTime;
    if (from === 'record') row.push(timestampMs);
    const value = from === 'record' ? timestampMs : row[from];
    if (!isTime(value) || (from === 'record' && value === NO_TIMESTAMP)) {
      this.#refuse(head, this.#withoutTime(from));
      return;
    }
    const time = toMillis(value, this.#timePrecision);
    head.time = time;
    const nowMs = queue.logAppendTime ? timestampMs : queue.fedMs;
    if (time > nowMs + eventTime.maxFutureSkewMs) this.#judgeFuture(head, eventTime, time, nowMs);
  }

  #judgeFuture(head: Head, { futurePolicy, maxFutureSkewMs }: EventTime, time: number, nowMs: number): void {
    if (futurePolicy === 'clamp') head.time = nowMs + maxFutureSkewMs;
    if (futurePolicy !== 'quarantine') return;
    const ahead = secondsInWords(Math.floor((time - nowMs) / 1_000));
    const reason = `The event time ${formatTimestamp(time, 'TIMESTAMP_LTZ', 'sql')} lies ${ahead} ahead of the clock; this source takes ${durationInWords(maxFutureSkewMs)} (maxFutureSkew). Mend the producer's clock, or choose another futurePolicy.`;
    this.#refuse(head, reason);
    head.isQuarantined = true;
  }

  #refuse(head: Head, reason: string): void {
    head.row = null;
    head.time = Number.NaN;
    head.reason = reason;
  }

  #withoutTime(from: EventTime['from']): string {
    if (from === 'record') {
      return 'The record has no timestamp (−1), from which the source takes its event time. Choose a column as event time, or write records with timestamps.';
    }
    const name = this.plan.columns[from]?.name ?? String(from);
    return `The event time ${name} is missing or NULL. Write it in every row, or choose another event time.`;
  }
}

function timePrecisionOf({ eventTime, columns }: SourcePlan): number {
  const type = typeof eventTime?.from === 'number' ? columns[eventTime.from]?.type : undefined;
  return type !== undefined && isTimeType(type) ? type.precision : MILLIS;
}
