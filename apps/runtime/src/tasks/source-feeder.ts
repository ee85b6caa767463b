import type { Job } from '@millrace/engine';
import type { FetchedPartition, LogReader } from '@millrace/kafka';
import { Wakeup } from './wakeup.ts';

/** Bytes of fed records that wait in the job before reading pauses. */
const BUFFER_BYTES = 16 << 20;

/** What a feeder feeds. `until`: offsets behind which nothing is taken (`--until-end`). */
export type FeedSource = {
  readonly id: string;
  readonly topic: string;
  readonly reader: LogReader;
  readonly until: readonly number[] | null;
};

/** Where a partition's log begins and ends, as it was last seen. */
export type SeenEnds = Pick<FetchedPartition, 'logStartOffset' | 'lastStableOffset' | 'highWatermark'>;

/**
 * Reads one source ahead of the job: hands over what the reader brings and pauses while the job has enough to do. A job that waits
 * for a partition it has not been given (W7) is fed in any case, so that a full buffer of one partition never starves another.
 */
export class SourceFeeder {
  readonly source: FeedSource;
  /** By partition. */
  readonly ends = new Map<number, SeenEnds>();
  readonly #job: Job;
  readonly #clock: () => number;
  readonly #arrived: Wakeup;
  readonly #room = new Wakeup();
  #starved = true;
  #stopped = false;

  /** `arrived` is woken when the job was given something. */
  constructor(source: FeedSource, job: Job, clock: () => number, arrived: Wakeup) {
    this.source = source;
    this.#job = job;
    this.#clock = clock;
    this.#arrived = arrived;
  }

  /** Reads until it is stopped; rejects with the reader's error. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      if (this.#job.bufferedBytes >= BUFFER_BYTES && !this.#starved) {
        await this.#room.wait(100);
        continue;
      }
      for (const fetched of await this.source.reader.next()) this.#feed(fetched);
      this.#arrived.wake();
    }
  }

  /** The job has taken rows. `starved`: it cannot go on without more. */
  taken(starved: boolean): void {
    this.#starved = starved;
    if (starved || this.#job.bufferedBytes < BUFFER_BYTES) this.#room.wake();
  }

  stop(): void {
    this.#stopped = true;
    this.#room.wake();
    this.source.reader.close();
  }

  /** Whether everything before `until` was handed over and taken. */
  get isAtEnd(): boolean {
    const { id, until } = this.source;
    return (until ?? []).every((offset, partition) => this.#job.fedUpTo(id, partition) >= offset);
  }

  #feed(fetched: FetchedPartition): void {
    const { partition, records, nextOffset, logAppendTime, highWatermark, lastStableOffset } = fetched;
    const { id: source, until } = this.source;
    const nowMs = this.#clock();
    this.ends.set(partition, fetched);
    this.#job.feed({ source, partition, records, nextOffset, logAppendTime, nowMs });
    const limit = until?.[partition] ?? Number.POSITIVE_INFINITY;
    const ends = { highWatermark: Math.min(highWatermark, limit), lastStableOffset: Math.min(lastStableOffset, limit) };
    this.#job.ends(source, partition, ends, nowMs);
  }
}
