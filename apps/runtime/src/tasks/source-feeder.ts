import type { Job } from '@millrace/engine';
import type { FetchedPartition, LogReader } from '@millrace/kafka';
import { Wakeup } from './wakeup.ts';

/** Bytes of fed records that wait in the job before reading pauses. */
const BUFFER_BYTES = 16 << 20;

/** How a topic's partitions feed a source. `until`: offsets behind which nothing is taken (`--until-end`). */
export type FeedSource = { readonly id: string; readonly until: readonly number[] | null };

/**
 * Reads ahead of the job: hands over what the reader brings and pauses while the job has enough to do. A job that waits for a
 * partition it has not been given (W7) is fed in any case, so that a full buffer of one partition never starves another.
 */
export class SourceFeeder {
  readonly #reader: LogReader;
  readonly #job: Job;
  readonly #sources: ReadonlyMap<string, FeedSource>;
  readonly #clock: () => number;
  readonly #arrived: Wakeup;
  readonly #room = new Wakeup();
  #starved = true;
  #stopped = false;

  /** `sources`: by topic. `arrived` is woken when the job was given something. */
  constructor(
    reader: LogReader,
    job: Job,
    sources: ReadonlyMap<string, FeedSource>,
    clock: () => number,
    arrived: Wakeup,
  ) {
    this.#reader = reader;
    this.#job = job;
    this.#sources = sources;
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
      for (const fetched of await this.#reader.next()) this.#feed(fetched);
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
  }

  #feed(fetched: FetchedPartition): void {
    const source = this.#sources.get(fetched.topic);
    if (source === undefined) return;
    const { partition, records, nextOffset, logAppendTime, highWatermark, lastStableOffset } = fetched;
    const nowMs = this.#clock();
    this.#job.feed({ source: source.id, partition, records, nextOffset, logAppendTime, nowMs });
    const limit = source.until?.[partition] ?? Number.POSITIVE_INFINITY;
    const ends = { highWatermark: Math.min(highWatermark, limit), lastStableOffset: Math.min(lastStableOffset, limit) };
    this.#job.ends(source.id, partition, ends, nowMs);
  }
}
