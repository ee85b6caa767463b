import type { BatchHeader } from '@millrace/kafka-wire';
import { type Checkpoint, writeCheckpoint } from './checkpoint.ts';
import { FlushedOffset } from './flushed-offset.ts';
import type { LogConfig } from './log-config.ts';
import type { LogFolder } from './log-folder.ts';
import { type LogRefusal, orStorageError, refuse } from './log-refusal.ts';
import { type Recovery, recover } from './recover.ts';
import { mustRoll } from './retention.ts';
import { type Books, noteInBooks } from './scan-segment.ts';
import { Segment } from './segment.ts';
import { SegmentList } from './segment-list.ts';

/** The state of a log and its changes on disk: first there, then in memory. */
export class LogStore {
  config: LogConfig;
  readonly folder: LogFolder;
  readonly segments: SegmentList;
  readonly books: Books;
  readonly recovery: Recovery;
  #checkpoint: Checkpoint;
  readonly #flushed: FlushedOffset | null;
  /** Segments with bytes that a loss of power would take; empty without fsync. */
  readonly #dirty = new Set<Segment>();
  #hasNewNames = true;
  #flushProblem: LogRefusal | null = null;

  constructor(folder: LogFolder, options: { config: LogConfig; nowMs: number; isClean: boolean }) {
    const { files, folder: path, fsync } = folder;
    files.makeFolder(path);
    this.folder = folder;
    this.config = options.config;
    this.#flushed = fsync ? new FlushedOffset(files, path) : null;
    const flushedOffset = this.#flushed?.read() ?? Number.POSITIVE_INFINITY;
    const { segments, states, aborted, checkpoint, recovery } = recover(folder, { ...options, flushedOffset });
    this.segments = new SegmentList(segments);
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
    if (this.#flushProblem !== null) return this.#flushProblem;
    return orStorageError(this.folder.place, 'Writing to', () => {
      if (mustRoll(this.segments.active, batch.length, header.maxTimestamp, this.config, nowMs)) this.roll(nowMs);
      const { active } = this.segments;
      active.append(batch, header, nowMs, this.config.indexIntervalBytes);
      this.#isDirty(active);
      noteInBooks(this.books, { header, bytes: batch }, nowMs);
      return header;
    });
  }

  /** Closes the active segment and begins a new one. */
  roll(nowMs: number): void {
    const { active } = this.segments;
    this.#describe(active);
    const next = Segment.empty(this.folder, active.nextOffset, nowMs);
    next.file.truncate(0);
    this.segments.push(next);
    this.#isDirty(next);
    this.#hasNewNames = true;
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
    const { files, folder, fsync } = this.folder;
    if (fsync) files.syncFolder(folder);
    this.startAt((segments.all[dropped.length] as Segment).baseOffset);
    segments.dropFirst(dropped.length);
    for (const segment of dropped) this.forget(segment);
  }

  /** Puts a compacted segment in the place of a run of closed ones; its file is at its final place already. */
  replace(former: readonly Segment[], by: Segment): void {
    this.segments.replace(former, by);
    for (const segment of former) {
      this.#dirty.delete(segment);
      segment.close();
    }
  }

  flush(): LogRefusal | null {
    if (this.#flushed === null || this.#flushProblem !== null) return this.#flushProblem;
    if (this.#dirty.size === 0 && !this.#hasNewNames) return null;
    const done = orStorageError(this.folder.place, 'Syncing', () => this.#sync());
    if (done !== null) this.#flushProblem = refuse('KAFKA_STORAGE_ERROR', `${done.message} Restart the broker.`);
    return this.#flushProblem;
  }

  close(): void {
    this.flush();
    const { active } = this.segments;
    if (this.#flushProblem === null) this.#describe(active);
    for (const segment of this.segments.all) segment.close();
    this.#flushed?.close();
  }

  #sync(): null {
    const { files, folder } = this.folder;
    for (const segment of this.#dirty) segment.file.sync();
    if (this.#hasNewNames) files.syncFolder(folder);
    this.#dirty.clear();
    this.#hasNewNames = false;
    this.#flushed?.write(this.segments.active.nextOffset);
    return null;
  }

  /** Writes the caches that spare the next start from reading the segment. */
  #describe(segment: Segment): void {
    this.folder.writeIndex(segment, this.books.aborted);
    this.folder.writeSnapshot(segment.nextOffset, this.books.states.all);
  }

  #isDirty(segment: Segment): void {
    if (this.#flushed !== null) this.#dirty.add(segment);
  }

  forget(segment: Segment): void {
    this.#dirty.delete(segment);
    this.folder.removeSegment(segment);
  }
}
