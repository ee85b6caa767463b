import type { SourcePlan } from '../contract/executable-plan.ts';
import type { Emit } from '../contract/operator.ts';
import type { Head, PartitionQueue } from '../merge/partition-queue.ts';
import { SourceWatermark } from '../watermark/source-watermark.ts';
import type { Upstream } from './operator-node.ts';

/** A source's end of the graph: partitions, watermark, and how a record becomes a row or a dead letter. */
export class SourceNode implements Upstream {
  readonly plan: SourcePlan;
  readonly queues: readonly PartitionQueue[];
  /** null: the source has no event time and takes no part in watermarks. */
  readonly time: SourceWatermark | null;
  readonly emit: Emit;
  readonly emitError: Emit | null;
  readonly counters = { read: 0, passed: 0, dead: 0, quarantined: 0 };
  ended = false;

  constructor(plan: SourcePlan, queues: readonly PartitionQueue[], emit: Emit, emitError: Emit | null) {
    this.plan = plan;
    this.queues = queues;
    this.time = plan.eventTime === null ? null : new SourceWatermark(plan.eventTime, queues.length);
    this.emit = emit;
    this.emitError = emitError;
  }

  get outWatermark(): number {
    return this.time?.watermark ?? (this.ended ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
  }

  get isIdle(): boolean {
    return this.time?.isIdle ?? false;
  }

  /** Decodes the record at the head of a queue and judges its event time (T1, T2, T5). */
  readHead(queue: PartitionQueue): void {
    const head = queue.head;
    head.row = null;
    head.isQuarantined = false;
    head.time = Number.NaN;
    const ranges = queue.ranges;
    if (ranges === null) return;
    const start = ranges.valueStart[queue.index] as number;
    if (start < 0) {
      head.reason =
        'The record has no value: it is a tombstone, which this source does not read. Write rows to the topic.';
      return;
    }
    const row = this.plan.decoder.decode(ranges.buffer, start, ranges.valueEnd[queue.index] as number);
    if (row === null) {
      head.reason = this.plan.decoder.reason;
      return;
    }
    head.row = row;
    if (this.plan.eventTime !== null) this.#judgeTime(queue, head, ranges.timestamps[queue.index] as number);
  }

  #judgeTime(queue: PartitionQueue, head: Head, recordTimestamp: number): void {
    const { eventTime } = this.plan;
    if (eventTime === null || head.row === null) return;
    if (eventTime.from === 'record') {
      if (recordTimestamp < 0) {
        head.row = null;
        head.reason =
          'The record has no timestamp, and the source takes its event time from there. Choose a column as event time.';
        return;
      }
      head.row.push(recordTimestamp);
    }
    const time = eventTime.from === 'record' ? recordTimestamp : head.row[eventTime.from];
    if (typeof time !== 'number') {
      head.row = null;
      head.reason = `The event time ${this.#timeName()} is NULL. Rows need one to be put into windows.`;
      return;
    }
    head.time = time;
    head.watermarkTime = time;
    const latest = (queue.logAppendTime ? recordTimestamp : queue.fedMs) + eventTime.maxFutureSkewMs;
    if (time > latest) this.#judgeFuture(head, time, latest);
  }

  #judgeFuture(head: Head, time: number, latest: number): void {
    const { eventTime } = this.plan;
    if (eventTime === null || eventTime.futurePolicy === 'accept') return;
    if (eventTime.futurePolicy === 'clamp') {
      head.watermarkTime = latest;
      return;
    }
    head.row = null;
    head.isQuarantined = true;
    head.time = Number.NaN;
    head.reason = `The event time ${this.#timeName()} lies ${Math.round((time - latest) / 1_000)} s beyond the allowed skew of ${eventTime.maxFutureSkewMs / 1_000} s into the future. Set futurePolicy or maxFutureSkew of the source if such times are right.`;
  }

  #timeName(): string {
    const from = this.plan.eventTime?.from;
    return typeof from === 'number' ? (this.plan.columns[from]?.name ?? '') : 'of the record';
  }
}
