import type { BatchHeader } from '@millrace/kafka-wire';
import type { Files, OpenFile } from '../files/files.ts';
import { fileName } from './file-names.ts';
import type { SegmentFacts } from './index-file.ts';
import { isSystemError } from './log-refusal.ts';
import { SparseIndex } from './sparse-index.ts';

/** Bytes in the middle of a segment that are no good batches, and the offsets that are lost with them. */
export type Damage = {
  readonly position: number;
  readonly end: number;
  /** The first lost offset. */
  readonly offset: number;
  /** The offset behind the lost ones. */
  readonly nextOffset: number;
};

type Place = { readonly files: Files; readonly folder: string };

/**
 * One file of batches. What lies behind `sizeBytes` is no part of the log. Files are opened when they are first needed. Throws the
 * file system's own errors; an append that throws has changed nothing.
 */
export class Segment {
  readonly baseOffset: number;
  readonly path: string;
  readonly #files: Files;
  readonly #damages: Damage[] = [];
  readonly #makeIndex: (segment: Segment) => SparseIndex;
  #facts: SegmentFacts;
  #file: OpenFile | null = null;
  #index: SparseIndex | null;
  #indexedUntil = 0;
  #isTorn = false;

  private constructor(
    { files, folder }: Place,
    baseOffset: number,
    facts: SegmentFacts,
    index: SparseIndex | null,
    makeIndex: (segment: Segment) => SparseIndex,
    path = `${folder}/${fileName(baseOffset, 'log')}`,
  ) {
    this.baseOffset = baseOffset;
    this.path = path;
    this.#files = files;
    this.#facts = facts;
    this.#index = index;
    this.#makeIndex = makeIndex;
  }

  /** A segment of which nothing is known yet: its batches are noted one by one. `path`: where it is not at its final one. */
  static empty(place: Place, baseOffset: number, nowMs: number, path?: string): Segment {
    const facts = {
      sizeBytes: 0,
      nextOffset: baseOffset,
      maxTimestamp: -1,
      maxTimestampOffset: baseOffset,
      firstTimestamp: -1,
      createdMs: nowMs,
      lastAppendMs: nowMs,
    };
    return new Segment(place, baseOffset, facts, new SparseIndex(), () => new SparseIndex(), path);
  }

  /** A segment that is known; its index is made when it is first needed. */
  static known(
    place: Place,
    baseOffset: number,
    facts: SegmentFacts,
    makeIndex: (segment: Segment) => SparseIndex,
  ): Segment {
    return new Segment(place, baseOffset, facts, null, makeIndex);
  }

  get facts(): SegmentFacts {
    return this.#facts;
  }

  get sizeBytes(): number {
    return this.#facts.sizeBytes;
  }

  get nextOffset(): number {
    return this.#facts.nextOffset;
  }

  get index(): SparseIndex {
    this.#index ??= this.#makeIndex(this);
    return this.#index;
  }

  get damages(): readonly Damage[] {
    return this.#damages;
  }

  get file(): OpenFile {
    this.#file ??= this.#files.open(this.path);
    return this.#file;
  }

  /** Writes a batch behind the others. */
  append(batch: Buffer, header: BatchHeader, nowMs: number, indexIntervalBytes: number): void {
    if (this.#isTorn) this.cutBack();
    try {
      this.file.write(this.sizeBytes, batch);
    } catch (error) {
      this.#isTorn = true;
      if (isSystemError(error)) this.#tryCutBack();
      throw error;
    }
    this.note(header, this.sizeBytes, nowMs, indexIntervalBytes);
  }

  /** Takes a batch that is in the file at `position`, behind all that were noted, into the books. */
  note(header: BatchHeader, position: number, nowMs: number, indexIntervalBytes: number): void {
    const { baseOffset, lastOffset, maxTimestamp } = header;
    const before = this.#facts;
    const isFirst = before.sizeBytes === 0;
    if (isFirst || position - this.#indexedUntil >= indexIntervalBytes) {
      this.index.add(baseOffset - this.baseOffset, position, before.maxTimestamp);
      this.#indexedUntil = position;
    }
    const isLatest = maxTimestamp > before.maxTimestamp;
    this.#facts = {
      sizeBytes: position + header.end - header.start,
      nextOffset: lastOffset + 1,
      maxTimestamp: isLatest ? maxTimestamp : before.maxTimestamp,
      maxTimestampOffset: isLatest ? baseOffset : before.maxTimestampOffset,
      firstTimestamp: isFirst ? maxTimestamp : before.firstTimestamp,
      createdMs: before.createdMs,
      lastAppendMs: nowMs,
    };
  }

  /** Takes damage behind all that was noted into the books: its bytes stay and are never read. */
  noteDamage(damage: Damage): void {
    this.#damages.push(damage);
    this.#facts = { ...this.#facts, sizeBytes: damage.end, nextOffset: damage.nextOffset };
  }

  /** The bytes from the batch that holds the offset, or from one before it, to the next damage; the damage that holds the offset. */
  rangeFor(offset: number): { readonly from: number; readonly until: number } | Damage {
    let from = this.index.positionOfOffset(offset - this.baseOffset);
    for (const damage of this.#damages) {
      if (offset >= damage.nextOffset) from = Math.max(from, damage.end);
      else if (offset >= damage.offset) return damage;
      else return { from, until: damage.position };
    }
    return { from, until: this.sizeBytes };
  }

  read(position: number, bytes: number): Buffer {
    const into = Buffer.allocUnsafe(Math.max(0, Math.min(bytes, this.sizeBytes - position)));
    return into.subarray(0, this.file.read(position, into));
  }

  /** Takes what lies behind the known end out of the file. */
  cutBack(): void {
    this.file.truncate(this.sizeBytes);
    this.#isTorn = false;
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }

  /** Before the next append it is tried again. */
  #tryCutBack(): void {
    try {
      this.cutBack();
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }
}
