import type { Value } from '@millrace/model';
import type { FedRecords } from '../contract/job.ts';
import type { PartitionEnds, RecordRanges } from '../contract/records.ts';

/**
 * The head of a partition, decoded once. `row` null: it is dead, with the reason. `time`: what W7 orders by; NaN for a head
 * without a usable event time, which is taken at once. `watermarkTime`: what it may move the watermark to (T5 clamp).
 */
export type Head = {
  row: Value[] | null;
  reason: string;
  isQuarantined: boolean;
  time: number;
  watermarkTime: number;
};

type Fed = { readonly input: FedRecords; ranges: number; record: number };

/** Records of one partition that were fed and not taken, in order. */
export class PartitionQueue {
  readonly topic: string;
  readonly source: number;
  readonly partition: number;
  readonly head: Head = { row: null, reason: '', isQuarantined: false, time: Number.NaN, watermarkTime: Number.NaN };
  /** The records and the index of the head; valid while `hasHead`. */
  ranges: RecordRanges | null = null;
  index = 0;
  logAppendTime = false;
  /** The wall clock when the head was fed. */
  fedMs = 0;
  /** The next offset: that of the head, or where reading goes on. */
  position = 0;
  fedUpTo = 0;
  ends: PartitionEnds | null = null;
  ended = false;
  bufferedBytes = 0;
  #fed: Fed[] = [];

  constructor(topic: string, source: number, partition: number) {
    this.topic = topic;
    this.source = source;
    this.partition = partition;
  }

  get hasHead(): boolean {
    return this.ranges !== null;
  }

  /** Whether rows are readable that were not fed, or that is not known yet: then the others wait (W7). */
  get holdsOthers(): boolean {
    if (this.ended || this.ranges !== null) return false;
    return this.ends === null || this.position < this.ends.lastStableOffset;
  }

  /** Whether everything up to the high watermark was taken (W3). */
  get isCaughtUp(): boolean {
    return this.ranges === null && this.ends !== null && this.position >= this.ends.highWatermark;
  }

  /** True when the head is new and must be decoded. */
  feed(input: FedRecords): boolean {
    if (input.nextOffset < this.fedUpTo) return false;
    this.fedUpTo = input.nextOffset;
    for (const ranges of input.records) this.bufferedBytes += ranges.buffer.length;
    this.#fed.push({ input, ranges: 0, record: 0 });
    if (this.ranges !== null) return false;
    this.#seek();
    return this.ranges !== null;
  }

  /** The head was taken: goes to the next record. */
  advance(): void {
    const fed = this.#fed[0] as Fed;
    fed.record += 1;
    const ranges = this.ranges as RecordRanges;
    if (fed.record < ranges.count) {
      this.index = fed.record;
      this.position = ranges.offsets[fed.record] as number;
      return;
    }
    this.bufferedBytes -= ranges.buffer.length;
    fed.ranges += 1;
    fed.record = 0;
    this.#seek();
  }

  /** Forgets what was fed; reading goes on at `position`. */
  moveTo(position: number): void {
    this.position = position;
    this.fedUpTo = position;
    this.#fed = [];
    this.ranges = null;
    this.bufferedBytes = 0;
  }

  #seek(): void {
    for (let fed = this.#fed[0]; fed !== undefined; fed = this.#fed[0]) {
      const ranges = fed.input.records[fed.ranges];
      if (ranges === undefined) {
        this.position = fed.input.nextOffset;
        this.#fed.shift();
      } else if (ranges.count === 0) {
        this.bufferedBytes -= ranges.buffer.length;
        fed.ranges += 1;
      } else {
        this.#head(ranges, fed);
        return;
      }
    }
    this.ranges = null;
  }

  #head(ranges: RecordRanges, { input, record }: Fed): void {
    this.ranges = ranges;
    this.index = record;
    this.position = ranges.offsets[record] as number;
    this.logAppendTime = input.logAppendTime;
    this.fedMs = input.nowMs;
  }
}
