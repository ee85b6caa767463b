import type { Job } from '@millrace/engine';
import { type BrokerAddress, type FetchedPartition, type LogReader, openTransactions } from '@millrace/kafka';
import { Wakeup } from './wakeup.ts';

/** Bytes of fed records that wait in the job before reading pauses. */
const BUFFER_BYTES = 16 << 20;
/** How often it is asked which producer's open transaction blocks a partition, milliseconds. */
const ASK_BLOCKED_MS = 2_000;

/** What a feeder feeds. `until`: offsets behind which nothing is taken (`--until-end`). */
export type FeedSource = {
  readonly id: string;
  readonly topic: string;
  readonly broker: BrokerAddress;
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
  /** Who holds an open transaction, by partition (W3). */
  readonly #blockedBy = new Map<number, string>();
  #askedMs = 0;
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
    this.#tellReachedEnds();
    while (!this.#stopped) {
      if (this.#job.bufferedBytes >= BUFFER_BYTES && !this.#starved) {
        await this.#room.wait(100);
        continue;
      }
      const answer = await this.source.reader.next();
      await this.#askWhoBlocks(answer);
      for (const fetched of answer) this.#feed(fetched);
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

  /** Partitions that are at their `until` from the start are not read, so no answer will tell the job where they end. */
  #tellReachedEnds(): void {
    const { id, until } = this.source;
    (until ?? []).forEach((offset, partition) => {
      if (this.#job.fedUpTo(id, partition) < offset) return;
      const ends = { highWatermark: offset, lastStableOffset: offset };
      this.#job.ends(id, partition, ends, this.#clock());
    });
  }

  /** Nothing but open transactions is left to read: asks now and then whose they are. */
  async #askWhoBlocks(answer: readonly FetchedPartition[]): Promise<void> {
    const isBlocked = answer.some(
      (one) => one.nextOffset >= one.lastStableOffset && one.nextOffset < one.highWatermark,
    );
    const nowMs = this.#clock();
    if (!isBlocked) this.#blockedBy.clear();
    if (!isBlocked || nowMs - this.#askedMs < ASK_BLOCKED_MS) return;
    this.#askedMs = nowMs;
    const { broker, topic } = this.source;
    const open = await openTransactions(broker, topic, Math.max(...this.ends.keys(), 0) + 1);
    this.#blockedBy.clear();
    for (const { partition, transactionalId } of open.reverse()) {
      if (transactionalId !== null) this.#blockedBy.set(partition, transactionalId);
    }
  }

  #feed(fetched: FetchedPartition): void {
    const { partition, records, nextOffset, logAppendTime, highWatermark, lastStableOffset } = fetched;
    const { id: source, until } = this.source;
    const nowMs = this.#clock();
    this.ends.set(partition, fetched);
    this.#job.feed({ source, partition, records, nextOffset, logAppendTime, nowMs });
    const limit = until?.[partition] ?? Number.POSITIVE_INFINITY;
    const blockedBy = this.#blockedBy.get(partition);
    const ends = {
      highWatermark: Math.min(highWatermark, limit),
      lastStableOffset: Math.min(lastStableOffset, limit),
      ...(blockedBy === undefined ? {} : { blockedBy }),
    };
    this.#job.ends(source, partition, ends, nowMs);
  }
}
