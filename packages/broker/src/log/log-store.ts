import type { BatchHeader } from '@millrace/kafka-wire';
import { type Checkpoint, writeCheckpoint } from './checkpoint.ts';
import { FlushedOffset } from './flushed-offset.ts';
import type { LogConfig } from './log-config.ts';
import type { LogFolder } from './log-folder.ts';
import { isSystemError, type LogRefusal, orStorageError, refuse } from './log-refusal.ts';
import { type Recovery, recover } from './recover.ts';
import { mustRoll } from './retention.ts';
import { type Books, noteInBooks } from './scan-segment.ts';
import { Segment } from './segment.ts';
import { SegmentList } from './segment-list.ts';

/** The state of a log and its changes on disk: first there, then in memory. */
export class LogStore {
  config: LogConfig;
  /** The compaction that is under way; one that is no longer this one stops. */
  compaction: object | null = null;
  readonly folder: LogFolder;
  readonly segments: SegmentList;
  readonly books: Books;
  readonly recovery: Recovery;
  #checkpoint: Checkpoint;
  readonly #flushed: FlushedOffset | null;
  /** Segments with bytes that a loss of power would take; empty without fsync. */
  readonly #dirty = new Set<Segment>();
  /** The end of the log as the caches on disk describe it; null where they do not. */
  readonly #describedEnd: number | null;
  #hasNewNames = true;
  #failure: LogRefusal | null = null;

  constructor(folder: LogFolder, options: { config: LogConfig; nowMs: number; isClean: boolean }) {
    const { files, folder: path, fsync } = folder;
    files.makeFolder(path);
    this.folder = folder;
    this.config = options.config;
    this.#flushed = fsync ? new FlushedOffset(files, path) : null;
    const flushedOffset = this.#flushed?.read() ?? Number.POSITIVE_INFINITY;
    const found = recover(folder, { ...options, flushedOffset });
    const { segments, states, aborted, checkpoint, recovery } = found;
    this.segments = new SegmentList(segments);
    this.#describedEnd = found.isDescribed ? this.segments.active.nextOffset : null;
    this.books = { states, aborted };
    this.recovery = recovery;
    const logStartOffset = Math.max(checkpoint.logStartOffset, this.segments.first.baseOffset);
    this.#checkpoint = { ...checkpoint, logStartOffset };
    if (!options.isClean) for (const segment of segments) this.#isDirty(segment);
    this.flush();
  }

  get checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  get lastStableOffset(): number {
    const first = this.books.states.firstOpenOffset ?? this.segments.active.nextOffset;
    return Math.max(first, this.#checkpoint.logStartOffset);
  }

  /** Writes a batch that has its offsets. */
  append(batch: Buffer, header: BatchHeader, nowMs: number): BatchHeader | LogRefusal {
    if (this.#failure !== null) return this.#failure;
    return orStorageError(this.folder.place, 'Writing to', () => {
      if (mustRoll(this.segments.active, batch.length, header.maxTimestamp, this.config, nowMs)) this.roll(nowMs);
      const { active } = this.segments;
      active.append(batch, header, nowMs, this.config.indexIntervalBytes);
      this.#isDirty(active);
      noteInBooks(this.books, { header, bytes: batch }, nowMs);
      return header;
    });
  }

  /**
   * Closes the active segment and begins a new one. With fsync a segment is there to stay, with the producers at its end, before the
   * next one comes to be: a loss of power leaves no gap between segments.
   */
  roll(nowMs: number): void {
    const { active } = this.segments;
    if (this.folder.fsync) this.#orFail(() => this.#sync());
    this.#describe(active);
    if (this.folder.fsync) this.#orFail(() => this.#syncNames());
    const next = Segment.empty(this.folder, active.nextOffset, nowMs);
    const { file } = next;
    this.#orFail(() => {
      file.truncate(0);
      if (this.folder.fsync) this.#syncNames();
    });
    this.segments.push(next);
  }

  /** Raises the start of the log. */
  startAt(offset: number): void {
    if (offset <= this.#checkpoint.logStartOffset) return;
    this.saveCheckpoint({ ...this.#checkpoint, logStartOffset: offset });
    this.books.aborted.dropEndingBelow(offset);
  }

  saveCheckpoint(checkpoint: Checkpoint): void {
    const { files, folder, fsync } = this.folder;
    writeCheckpoint(files, folder, checkpoint, fsync);
    this.#checkpoint = checkpoint;
  }

  /** Takes the oldest segments away; where these are all of them, a new one takes their place. */
  dropSegments(count: number, nowMs: number): void {
    const { segments } = this;
    const isAll = count === segments.all.length;
    if (isAll && segments.active.sizeBytes > 0) this.roll(nowMs);
    const dropped = segments.all.slice(0, Math.min(count, segments.all.length - 1));
    if (dropped.length === 0) return;
    this.startAt((segments.all[dropped.length] as Segment).baseOffset);
    segments.dropFirst(dropped.length);
    for (const segment of dropped) this.forget(segment);
  }

  /**
   * Puts a compacted segment in the place of a run of closed ones; `finish` does so on disk, from where there is no way back: should
   * it fail, the log takes no appends until it is opened anew.
   */
  replace(former: readonly Segment[], by: Segment, finish: () => void): void {
    for (const segment of former) {
      this.#dirty.delete(segment);
      segment.close();
    }
    this.segments.replace(former, by);
    this.#orFail(finish);
  }

  flush(): LogRefusal | null {
    if (this.#flushed === null || this.#failure !== null) return this.#failure;
    if (this.#dirty.size === 0 && !this.#hasNewNames) return null;
    return orStorageError(this.folder.place, 'Syncing', () => this.#orFail(() => this.#sync()));
  }

  close(): void {
    this.flush();
    if (this.#failure === null) orStorageError(this.folder.place, 'Describing', () => this.#describeEnd());
    for (const segment of this.segments.all) segment.close();
    this.#flushed?.close();
  }

  #describeEnd(): null {
    const { active, all } = this.segments;
    if (this.#describedEnd === active.nextOffset) return null;
    this.#describe(active);
    this.folder.removeStrayCaches(all, true);
    return null;
  }

  /** What must not fail: when it does, nobody knows what is on the disk, and nothing is appended until the log is opened anew. */
  #orFail(act: () => void): null {
    try {
      act();
      return null;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const { topic, partition } = this.folder.place;
      const message = `${topic}[${partition}] takes no appends until the broker is started anew: ${error.message}.`;
      this.#failure = refuse('KAFKA_STORAGE_ERROR', message);
      throw error;
    }
  }

  #sync(): void {
    for (const segment of this.#dirty) segment.file.sync();
    if (this.#hasNewNames) this.#syncNames();
    this.#dirty.clear();
    this.#flushed?.write(this.segments.active.nextOffset);
  }

  #syncNames(): void {
    this.folder.files.syncFolder(this.folder.folder);
    this.#hasNewNames = false;
  }

  /** Writes the caches that spare the next start from reading the segment. */
  #describe(segment: Segment): void {
    this.folder.writeSnapshot(segment.nextOffset, this.books.states.all);
    this.folder.writeIndex(segment, this.books.aborted);
  }

  #isDirty(segment: Segment): void {
    if (this.#flushed !== null) this.#dirty.add(segment);
  }

  forget(segment: Segment): void {
    this.#dirty.delete(segment);
    this.folder.removeSegment(segment);
  }
}
