import { assert, type Value } from '@millrace/model';
import type { FedRecords } from '../contract/job.ts';
import type { PartitionEnds, RecordRanges } from '../contract/records.ts';

/**
 * The head of a partition, decoded once. `row` null: it is dead, with the reason. `time`: what W7 orders by; NaN for a head
 * without a usable event time, which is taken at once. With `clamp` it is cut to now + skew, since the watermark uses it (T5).
 */
export type Head = {
  row: Value[] | null;
  reason: string;
  isQuarantined: boolean;
  time: number;
};

/** What one call of `feed` brought, and how far it has been taken. */
type Fed = { readonly input: FedRecords; ranges: number; record: number };

/** Records of one partition that were fed and not taken, in order. */
export class PartitionQueue {
  readonly topic: string;
  /** Number of the source in the plan. */
  readonly source: number;
  readonly partition: number;
  readonly head: Head = { row: null, reason: '', isQuarantined: false, time: Number.NaN };
  /** The records that the head is one of; null when there is no head. */
  ranges: RecordRanges | null = null;
  /** The place of the head in `ranges`. */
  index = 0;
  logAppendTime = false;
  /** The wall clock when the head was fed. */
  fedMs = 0;
  /** The next offset: that of the head, or where reading goes on. */
  position = 0;
  fedUpTo = 0;
  ends: PartitionEnds | null = null;
  /** No more rows will come, or a person said not to wait for them (W3). */
  isAwaited = true;
  bufferedBytes = 0;
  #fed: Fed[] = [];

  constructor(topic: string, source: number, partition: number) {
    this.topic = topic;
    this.source = source;
    this.partition = partition;
  }

  /** Whether rows are readable that were not fed, or that is not known yet: then the others wait (W7). */
  get holdsOthers(): boolean {
    if (!this.isAwaited || this.ranges !== null) return false;
    return this.ends === null || this.position < this.ends.lastStableOffset;
  }

  /** Whether everything up to the high watermark was taken (W3). */
  get isCaughtUp(): boolean {
    return this.ranges === null && this.ends !== null && this.position >= this.ends.highWatermark;
  }

  /** Appends records that follow those before; true when the queue was empty and its head must be read. */
  feed(input: FedRecords): boolean {
    for (const ranges of input.records) {
      assert(ranges.count === 0 || (ranges.offsets[0] as number) >= this.fedUpTo, 'records are fed in order, once');
      this.bufferedBytes += bytesOf(ranges);
    }
    assert(input.nextOffset >= this.fedUpTo, 'reading goes forward');
    this.fedUpTo = input.nextOffset;
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
    this.bufferedBytes -= bytesOf(ranges);
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

  /** Goes to the next record that was fed, past empty pieces; what holds none still moves the position. */
  #seek(): void {
    for (let fed = this.#fed[0]; fed !== undefined; fed = this.#fed[0]) {
      const ranges = fed.input.records[fed.ranges];
      if (ranges === undefined) {
        this.position = fed.input.nextOffset;
        this.#fed.shift();
      } else if (ranges.count === 0) {
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

/** From the first record to the end of the last, as several ranges may share a buffer; at least a byte for each record. */
function bytesOf({ count, keyStart, valueStart, keyEnd, valueEnd, headersStart, headersEnd }: RecordRanges): number {
  if (count === 0) return 0;
  const starts = [keyStart, valueStart, headersStart]
    .map((column) => column[0] as number)
    .filter((start) => start >= 0);
  const ends = [keyEnd, valueEnd, headersEnd].map((column) => column[count - 1] as number);
  return starts.length === 0 ? count : Math.max(count, Math.max(...ends) - Math.min(...starts));
}
