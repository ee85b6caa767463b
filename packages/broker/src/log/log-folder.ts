import type { LogPlace } from '@millrace/kafka-wire';
import type { Files } from '../files/files.ts';
import type { AbortedRanges } from './aborted-ranges.ts';
import { fileName, offsetsOf } from './file-names.ts';
import { encodeIndexFile, type IndexHead, readIndexEntries, readIndexHead } from './index-file.ts';
import type { LogConfig } from './log-config.ts';
import { decodeSnapshot, encodeSnapshot } from './producer-snapshot.ts';
import type { ProducerState } from './producer-states.ts';
import { scanBatches } from './scan-batches.ts';
import { Segment } from './segment.ts';
import { SparseIndex } from './sparse-index.ts';

/** A partition's folder, and the caches beside its segments: any of them may be missing or damaged. */
export class LogFolder {
  readonly files: Files;
  readonly folder: string;
  readonly place: LogPlace;
  readonly fsync: boolean;

  constructor(files: Files, folder: string, place: LogPlace, fsync: boolean) {
    this.files = files;
    this.folder = folder;
    this.place = place;
    this.fsync = fsync;
  }

  pathOf(offset: number, kind: 'log' | 'index' | 'snapshot'): string {
    return `${this.folder}/${fileName(offset, kind)}`;
  }

  /** Takes a segment away with its caches. */
  removeSegment(segment: Segment): void {
    segment.close();
    this.files.remove(segment.path);
    this.files.remove(this.pathOf(segment.baseOffset, 'index'));
    this.files.remove(this.pathOf(segment.baseOffset, 'snapshot'));
  }

  /** The producers as they were before `offset`; null where that is not known. */
  readSnapshot(offset: number): ProducerState[] | null {
    const file = this.files.open(this.pathOf(offset, 'snapshot'));
    const bytes = Buffer.alloc(file.size());
    file.read(0, bytes);
    file.close();
    return decodeSnapshot(bytes);
  }

  writeSnapshot(offset: number, states: readonly ProducerState[]): void {
    this.#replaceFile(this.pathOf(offset, 'snapshot'), encodeSnapshot(states));
  }

  /** A segment with damage gets no index file: it is looked at anew each time, so that the damage is reported each time. */
  writeIndex(segment: Segment, aborted: AbortedRanges): void {
    if (segment.damages.length > 0) return;
    const ranges = aborted.endingIn(segment.baseOffset, segment.nextOffset);
    const bytes = encodeIndexFile(segment.facts, ranges, segment.index);
    this.#replaceFile(this.pathOf(segment.baseOffset, 'index'), bytes);
  }

  /** What a segment's index file says, if it speaks of the segment as it is. */
  readIndexHead(baseOffset: number): IndexHead | null {
    const file = this.files.open(this.pathOf(baseOffset, 'index'));
    const head = readIndexHead(file);
    file.close();
    if (head === null) return null;
    const log = this.files.open(this.pathOf(baseOffset, 'log'));
    const isSame = log.size() === head.facts.sizeBytes;
    log.close();
    return isSame ? head : null;
  }

  /** A segment that need not be looked at: its index is read, or made anew, when somebody reads. */
  knownSegment(baseOffset: number, head: IndexHead, config: LogConfig): Segment {
    return Segment.known(this, baseOffset, head.facts, (segment) => {
      const file = this.files.open(this.pathOf(baseOffset, 'index'));
      const index = readIndexEntries(file, head);
      file.close();
      return index ?? this.#indexAnew(segment, config);
    });
  }

  #indexAnew(segment: Segment, { indexIntervalBytes }: LogConfig): SparseIndex {
    const limits = { ...this.place, nextOffset: segment.baseOffset, endOffset: segment.nextOffset, isDense: false };
    const index = new SparseIndex();
    let maxTimestamp = -1;
    let indexedUntil = -indexIntervalBytes;
    for (const found of scanBatches(segment.file, 0, limits)) {
      if (found.kind === 'damage') continue;
      if (found.position - indexedUntil >= indexIntervalBytes) {
        index.add(found.header.baseOffset - segment.baseOffset, found.position, maxTimestamp);
        indexedUntil = found.position;
      }
      maxTimestamp = Math.max(maxTimestamp, found.header.maxTimestamp);
    }
    return index;
  }

  /**
   * Takes caches away that stand at no segment's beginning, since they would outlive what they say: but for the snapshot at the end
   * of a log that stops in order.
   */
  removeStrayCaches(segments: readonly Segment[], isEndKept: boolean): void {
    const bases = new Set(segments.map(({ baseOffset }) => baseOffset));
    const end = isEndKept ? segments.at(-1)?.nextOffset : undefined;
    const names = this.files.list(this.folder);
    const strays = [
      ...offsetsOf(names, 'snapshot').flatMap((at) =>
        bases.has(at) || at === end ? [] : [this.pathOf(at, 'snapshot')],
      ),
      ...offsetsOf(names, 'index').flatMap((at) => (bases.has(at) ? [] : [this.pathOf(at, 'index')])),
    ];
    for (const path of strays) this.files.remove(path);
    if (this.fsync && strays.length > 0) this.files.syncFolder(this.folder);
  }

  /** All of the file, or what was there before. */
  #replaceFile(path: string, bytes: Buffer): void {
    const file = this.files.open(`${path}.tmp`);
    file.truncate(0);
    file.write(0, bytes);
    if (this.fsync) file.sync();
    file.close();
    this.files.rename(`${path}.tmp`, path);
  }
}
