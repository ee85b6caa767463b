import type { BatchHeader, LogPlace } from '@millrace/kafka-wire';
import type { Files } from '../files/files.ts';
import { setLogAppendTime, setPlace } from './batch-fields.ts';
import { type CompactionEnd, type CompactionLimits, compact } from './compaction.ts';
import { type Marker, makeMarkerBatch } from './control-batch.ts';
import type { LogConfig } from './log-config.ts';
import { LogFolder } from './log-folder.ts';
import { isRefusal, type LogRefusal, orStorageError, refuse } from './log-refusal.ts';
import { LogStore } from './log-store.ts';
import type { ProducerState, SentBatch } from './producer-states.ts';
import { readBatches } from './read-batches.ts';
import type { Recovery } from './recover.ts';
import { deletedSegments, expiredSegments } from './retention.ts';
import { findMaxTime, findTime, type TimedOffset } from './time-lookup.ts';
import { validateBatch } from './validate-batch.ts';

export type PartitionLogOptions = {
  readonly files: Files;
  readonly folder: string;
  readonly place: LogPlace;
  readonly config: LogConfig;
  readonly nowMs: number;
  /** Whether the broker stopped in order: then the log is not looked through. */
  readonly isClean: boolean;
  /** Whether what `flush` has confirmed must outlive a loss of power. */
  readonly fsync: boolean;
};

export type Appended = {
  readonly baseOffset: number;
  readonly lastOffset: number;
  /** −1 where records keep their producer's time. */
  readonly logAppendTimeMs: number;
  /** Whether the batch was there already: nothing was written, the offsets are those of the first time. */
  readonly isDuplicate: boolean;
};

export type Read = {
  readonly offset: number;
  readonly maxBytes: number;
  /** Nothing at or behind the last stable offset, and the list of aborted transactions. */
  readonly isReadCommitted: boolean;
  /** Whether the first batch is given even if it is larger than `maxBytes`. */
  readonly minOneBatch: boolean;
};

export type LogRead = {
  /** Whole batches as they are stored; the first one holds the offset, or is the first behind it. */
  readonly records: Buffer;
  readonly highWatermark: number;
  readonly lastStableOffset: number;
  readonly logStartOffset: number;
  /** Null for read_uncommitted. */
  readonly abortedTransactions: readonly { readonly producerId: bigint; readonly firstOffset: number }[] | null;
};

/** One broker is the leader of everything, always. */
const LEADER_EPOCH = 0;

/**
 * The log of one partition on disk. Batches are stored and given as they came; what was appended outlives the end of the process,
 * and with `fsync` the loss of power once `flush` has returned. Nothing is thrown for a full or failing disk: appends are refused
 * with KAFKA_STORAGE_ERROR and change nothing, reading goes on.
 */
export class PartitionLog {
  readonly place: LogPlace;
  readonly recovery: Recovery;
  readonly #store: LogStore;

  private constructor(store: LogStore, place: LogPlace) {
    this.place = place;
    this.recovery = store.recovery;
    this.#store = store;
  }

  /** Makes the folder where there is none. Throws the file system's own errors. */
  static open(options: PartitionLogOptions): PartitionLog {
    const { files, folder, place, fsync } = options;
    return new PartitionLog(new LogStore(new LogFolder(files, folder, place, fsync), options), place);
  }

  get logStartOffset(): number {
    return this.#store.checkpoint.logStartOffset;
  }

  /** The end of the log: there is one replica. */
  get highWatermark(): number {
    return this.#store.segments.active.nextOffset;
  }

  /** Where the earliest open transaction begins; the end of the log where none is open. */
  get lastStableOffset(): number {
    return this.#store.lastStableOffset;
  }

  get sizeBytes(): number {
    return this.#store.segments.sizeBytes;
  }

  /** The oldest segment that is not appended to any more: the offset behind it, and when it got its last record. Null for none. */
  get oldestClosedSegment(): { readonly nextOffset: number; readonly lastAppendMs: number } | null {
    const [oldest, next] = this.#store.segments.all;
    if (oldest === undefined || next === undefined) return null;
    return { nextOffset: next.baseOffset, lastAppendMs: oldest.facts.lastAppendMs };
  }

  get config(): LogConfig {
    return this.#store.config;
  }

  set config(config: LogConfig) {
    this.#store.config = config;
  }

  /** Appends the one batch that a client sent. Its offsets, and its times under LogAppendTime, are written into `batch` itself. */
  append(batch: Buffer, nowMs: number): Appended | LogRefusal {
    const header = validateBatch(batch, this.config, this.place, nowMs);
    if (isRefusal(header)) return header;
    const problem = this.#store.books.states.check(header);
    if (problem !== null) return isRefusal(problem) ? problem : this.#duplicate(problem);
    const isBrokersTime = this.config.timestampType === 'LogAppendTime';
    if (isBrokersTime) setLogAppendTime(batch, nowMs);
    const placed = this.#write(batch, isBrokersTime ? { ...header, maxTimestamp: nowMs } : header, nowMs);
    if (isRefusal(placed)) return placed;
    const { baseOffset, lastOffset } = placed;
    return { baseOffset, lastOffset, logAppendTimeMs: isBrokersTime ? nowMs : -1, isDuplicate: false };
  }

  /** Ends a producer's transaction in this partition. */
  appendMarker(marker: Marker, nowMs: number): { readonly offset: number } | LogRefusal {
    const problem = this.#store.books.states.checkMarker(marker);
    if (problem !== null) return problem;
    const { batch, header } = makeMarkerBatch(marker, nowMs);
    const placed = this.#write(batch, header, nowMs);
    return isRefusal(placed) ? placed : { offset: placed.baseOffset };
  }

  read({ offset, maxBytes, isReadCommitted, minOneBatch }: Read): LogRead | LogRefusal {
    const { logStartOffset, highWatermark, lastStableOffset } = this;
    if (offset < logStartOffset || offset > highWatermark) return this.#outOfRange(offset);
    const until = isReadCommitted ? lastStableOffset : highWatermark;
    const found = this.#readFrom({ offset, until, maxBytes, minOneBatch });
    if (isRefusal(found)) return found;
    const { records, nextOffset } = found;
    const aborted = records.length === 0 ? [] : this.#store.books.aborted.overlapping(offset, nextOffset);
    const abortedTransactions = aborted.map(({ producerId, firstOffset }) => ({ producerId, firstOffset }));
    return {
      records,
      highWatermark,
      lastStableOffset,
      logStartOffset,
      abortedTransactions: isReadCommitted ? abortedTransactions : null,
    };
  }

  /** The first record with this timestamp or a later one; null for none. */
  offsetForTime(timestampMs: number): TimedOffset | LogRefusal | null {
    const { segments, checkpoint } = this.#store;
    const look = () => findTime(segments.all, timestampMs, checkpoint.logStartOffset, this.place);
    return orStorageError(this.place, 'Looking for a time in', look);
  }

  /** The first record with the latest timestamp; null where none has one. */
  offsetOfMaxTimestamp(): TimedOffset | LogRefusal | null {
    const { segments, checkpoint } = this.#store;
    const look = () => findMaxTime(segments.all, checkpoint.logStartOffset, this.place);
    return orStorageError(this.place, 'Looking for the latest time in', look);
  }

  /** Deletes the records below an offset, also with the next start. */
  deleteBefore(offset: number, nowMs: number): { readonly logStartOffset: number } | LogRefusal {
    if (offset > this.highWatermark || offset < 0) return this.#outOfRange(offset);
    return orStorageError(this.place, 'Deleting records of', () => {
      this.#store.startAt(offset);
      this.#store.dropSegments(deletedSegments(this.#store.segments.all, offset), nowMs);
      return { logStartOffset: this.logStartOffset };
    });
  }

  /** Deletes the segments that are past retention. */
  retain(nowMs: number): LogRefusal | null {
    return orStorageError(this.place, 'Deleting old segments of', () => {
      this.#store.dropSegments(expiredSegments(this.#store.segments.all, this.config, nowMs), nowMs);
      return null;
    });
  }

  /**
   * Compacts what may be, in steps of at most about 5 ms (one batch that is compressed very well may take longer, as may a sync).
   * Between steps the log may be used as ever; the steps need not be taken to the end, and a later run takes the place of this one.
   */
  compaction(nowMs: number, limits?: CompactionLimits): Generator<undefined, CompactionEnd> {
    return compact(this.#store, nowMs, limits);
  }

  producers(): readonly ProducerState[] {
    return this.#store.books.states.all;
  }

  /** Forgets producers that were not seen for producer.id.expiration.ms and have no open transaction. */
  expireProducers(nowMs: number): void {
    this.#store.books.states.expire(nowMs, this.config.producerIdExpirationMs);
  }

  /**
   * With `fsync`: makes all that was appended outlive a loss of power; nothing is to be acknowledged before. Once it has failed no
   * appends are taken until the log is opened anew, since nobody knows what is on the disk.
   */
  flush(): LogRefusal | null {
    return this.#store.flush();
  }

  /** Writes what makes the next start fast. */
  close(): void {
    this.#store.close();
  }

  #write(batch: Buffer, header: BatchHeader, nowMs: number): BatchHeader | LogRefusal {
    const baseOffset = this.highWatermark;
    setPlace(batch, baseOffset, LEADER_EPOCH);
    return this.#store.append(batch, { ...header, baseOffset, lastOffset: baseOffset + header.lastOffset }, nowMs);
  }

  #readFrom(wanted: { offset: number; until: number; maxBytes: number; minOneBatch: boolean }) {
    return orStorageError(this.place, 'Reading from', () => {
      const { segments } = this.#store;
      const nothing = { records: Buffer.alloc(0), nextOffset: wanted.offset };
      if (wanted.offset >= wanted.until) return nothing;
      for (const segment of segments.all.slice(segments.indexOf(wanted.offset))) {
        const found = readBatches(segment, wanted, this.place);
        if (found !== null) return found;
      }
      return nothing;
    });
  }

  #duplicate({ firstOffset, lastOffset, timestampMs }: SentBatch): Appended {
    const logAppendTimeMs = this.config.timestampType === 'LogAppendTime' ? timestampMs : -1;
    return { baseOffset: firstOffset, lastOffset, logAppendTimeMs, isDuplicate: true };
  }

  #outOfRange(offset: number): LogRefusal {
    const { topic, partition } = this.place;
    const range = `[${this.logStartOffset}, ${this.highWatermark}]`;
    return refuse('OFFSET_OUT_OF_RANGE', `${topic}[${partition}] has no offset ${offset}: its log is ${range}.`);
  }
}
