import { AbortedRanges } from './aborted-ranges.ts';
import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import { offsetsOf } from './file-names.ts';
import { tidyFolder } from './finish-swaps.ts';
import type { LogConfig } from './log-config.ts';
import type { LogFolder } from './log-folder.ts';
import { ProducerStates } from './producer-states.ts';
import { scanSegment } from './scan-segment.ts';
import { Segment } from './segment.ts';

/** Bytes of a file that were no good batches. */
export type BadBytes = {
  readonly file: string;
  readonly position: number;
  readonly bytes: number;
  readonly offset: number;
};

/** What was found on opening. */
export type Recovery = {
  /** Ends of files that were written in part when the broker stopped: cut off. */
  readonly cut: readonly BadBytes[];
  /** Damage with good batches behind it: left where it is, not readable. */
  readonly damaged: readonly BadBytes[];
};

export type Recovered = {
  readonly segments: readonly Segment[];
  readonly states: ProducerStates;
  readonly aborted: AbortedRanges;
  readonly checkpoint: Checkpoint;
  readonly recovery: Recovery;
  /** Whether the caches say all that there is to say: nothing was looked through. */
  readonly isDescribed: boolean;
};

export type RecoverOptions = {
  readonly config: LogConfig;
  readonly nowMs: number;
  /** Whether the broker stopped in order: then files that their caches describe are not looked at. */
  readonly isClean: boolean;
  /** Below it everything was synced. Damage at or behind it, in the last segment, is the loss of what nobody was told of. */
  readonly flushedOffset: number;
};

/** Reads a partition's folder, and leaves in it what a log may go on with. */
export function recover(folder: LogFolder, options: RecoverOptions): Recovered {
  const { files, folder: path, fsync } = folder;
  tidyFolder(files, path, fsync);
  const checkpoint = readCheckpoint(files, path);
  removeDeleted(folder, checkpoint.logStartOffset);
  const found = new Walk(folder, options).run() ?? new Walk(folder, { ...options, isClean: false }).run();
  if (found === null) throw new Error(`${path} cannot be walked from its first segment.`);
  const { segments, states, aborted, recovery, isDescribed } = found;
  if (segments.length === 0) segments.push(firstSegment(folder, checkpoint.logStartOffset, options.nowMs));
  if (!isDescribed) folder.removeStrayCaches(segments, false);
  return { segments, states, aborted, checkpoint, recovery, isDescribed };
}

function firstSegment(folder: LogFolder, baseOffset: number, nowMs: number): Segment {
  const segment = Segment.empty(folder, baseOffset, nowMs);
  segment.file.truncate(0);
  return segment;
}

/** Segments that lie wholly below the start of the log: a stop came before they were removed. */
function removeDeleted(folder: LogFolder, logStartOffset: number): void {
  const bases = offsetsOf(folder.files.list(folder.folder), 'log');
  for (let i = 0; i + 1 < bases.length && (bases[i + 1] as number) <= logStartOffset; i++)
    folder.removeSegment(Segment.empty(folder, bases[i] as number, 0));
}

/** One pass over the segments in order, with the producers' states at each boundary. */
class Walk {
  readonly #folder: LogFolder;
  readonly #options: RecoverOptions;
  readonly #bases: number[];
  readonly #snapshots: ReadonlySet<number>;
  readonly #indexes: ReadonlySet<number>;
  readonly #segments: Segment[] = [];
  readonly #aborted = new AbortedRanges();
  readonly #cut: BadBytes[] = [];
  readonly #damaged: BadBytes[] = [];
  #scans = 0;
  /** Null behind a segment that was not looked at. */
  #states: ProducerStates | null = new ProducerStates();

  constructor(folder: LogFolder, options: RecoverOptions) {
    const names = folder.files.list(folder.folder);
    this.#folder = folder;
    this.#options = options;
    this.#bases = offsetsOf(names, 'log');
    this.#snapshots = new Set(offsetsOf(names, 'snapshot'));
    this.#indexes = new Set(offsetsOf(names, 'index'));
  }

  /** Null where a cache that was relied on is damaged. */
  run() {
    for (let i = 0; i < this.#bases.length; i++) {
      const base = this.#bases[i] as number;
      const next = this.#bases[i + 1] ?? null;
      if (this.#takeKnown(base, next)) continue;
      const states = this.#statesAt(base);
      if (states === null) return null;
      this.#states = states;
      this.#scan(base, next, states);
    }
    const end = this.#segments.at(-1)?.nextOffset;
    const states = end === undefined ? this.#states : this.#statesAt(end);
    if (states === null) return null;
    const recovery = { cut: this.#cut, damaged: this.#damaged };
    const isDescribed = this.#segments.length > 0 && this.#scans === 0;
    return { segments: this.#segments, states, aborted: this.#aborted, recovery, isDescribed };
  }

  #takeKnown(base: number, next: number | null): boolean {
    const { isClean, config } = this.#options;
    const head = isClean && this.#indexes.has(base) ? this.#folder.readIndexHead(base) : null;
    if (head === null || !this.#snapshots.has(next ?? head.facts.nextOffset)) return false;
    this.#segments.push(this.#folder.knownSegment(base, head, config));
    for (const range of head.aborted) this.#aborted.add(range);
    this.#states = null;
    return true;
  }

  #statesAt(offset: number): ProducerStates | null {
    const saved = this.#snapshots.has(offset) ? this.#folder.readSnapshot(offset) : null;
    return saved === null ? this.#states : new ProducerStates(saved);
  }

  #scan(base: number, next: number | null, states: ProducerStates): void {
    const folder = this.#folder;
    this.#scans += 1;
    const segment = Segment.empty(folder, base, this.#options.nowMs);
    this.#segments.push(segment);
    const books = { states, aborted: this.#aborted };
    const isCut = scanSegment(segment, books, { ...this.#options, place: folder.place, next });
    for (const damage of segment.damages) this.#damaged.push(badBytes(segment, damage));
    if (isCut) this.#cutAfter(segment);
    if (next === null) return;
    folder.writeIndex(segment, this.#aborted);
    if (!this.#snapshots.has(next) || folder.readSnapshot(next) === null) folder.writeSnapshot(next, states.all);
  }

  /** The log ends where the last segment's good batches end. */
  #cutAfter(segment: Segment): void {
    const end = segment.file.size();
    this.#cut.push(badBytes(segment, { position: segment.sizeBytes, end, offset: segment.nextOffset }));
    segment.cutBack();
  }
}

function badBytes({ path }: Segment, bad: { position: number; end: number; offset: number }): BadBytes {
  return { file: path, position: bad.position, bytes: bad.end - bad.position, offset: bad.offset };
}
