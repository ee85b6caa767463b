import { AbortedTransactions, ATTRIBUTES, decodeBatches, WireError } from '@millrace/kafka-wire';
import { type CompactionPlan, groupsOf, planCompaction } from './compaction-plan.ts';
import { Compactor, type StoredBatch } from './compactor.ts';
import { cleanedName, swapName } from './file-names.ts';
import { finishSwap } from './finish-swaps.ts';
import { LatestOffsets } from './latest-offsets.ts';
import { isSystemError, type LogRefusal, refuse } from './log-refusal.ts';
import type { LogStore } from './log-store.ts';
import { scanBatches } from './scan-batches.ts';
import { Segment } from './segment.ts';
import { WorkBudget } from './work-budget.ts';

export type CompactionLimits = {
  /** Keys that are held in memory at once; a log with more is compacted in several runs. */
  readonly maxKeys: number;
  /** Records, and kilobytes, per step. */
  readonly workPerStep: number;
};

/** Steps below 5 ms. */
const LIMITS: CompactionLimits = { maxKeys: 500_000, workPerStep: 1500 };

/** 'abandoned': segments went while the steps were waited for; what was finished until then stays. */
export type CompactionEnd = 'done' | 'nothing to do' | 'abandoned' | LogRefusal;

/**
 * Compacts what may be, step by step; between two steps the log may be used as ever, and no step need be the last. The latest value
 * of each key stays, with its offset.
 */
export function* compact(
  store: LogStore,
  nowMs: number,
  limits: CompactionLimits = LIMITS,
): Generator<undefined, CompactionEnd> {
  const plan = planCompaction(store, nowMs);
  if (plan === null) return 'nothing to do';
  try {
    return yield* new Compaction(store, plan, nowMs, limits).run();
  } catch (error) {
    const { topic, partition } = store.folder.place;
    const where = `Compacting ${topic}[${partition}] failed`;
    if (error instanceof WireError) return refuse('CORRUPT_MESSAGE', `${where}. ${error.message}`);
    if (!isSystemError(error)) throw error;
    return refuse('KAFKA_STORAGE_ERROR', `${where} (${error.message}). Nothing is lost; it is tried again.`);
  }
}

class Compaction {
  readonly #store: LogStore;
  readonly #plan: CompactionPlan;
  readonly #nowMs: number;
  readonly #latest: LatestOffsets;
  readonly #budget: WorkBudget;

  constructor(store: LogStore, plan: CompactionPlan, nowMs: number, { maxKeys, workPerStep }: CompactionLimits) {
    this.#store = store;
    store.compaction = this;
    this.#plan = plan;
    this.#nowMs = nowMs;
    this.#latest = new LatestOffsets(maxKeys);
    this.#budget = new WorkBudget(workPerStep);
  }

  *run(): Generator<undefined, CompactionEnd> {
    const until = yield* this.#readKeys();
    if (until === null) return 'abandoned';
    const { place } = this.#store.folder;
    const { config, books } = this.#store;
    const rules = { place, config, nowMs: this.#nowMs, latest: this.#latest, until, states: books.states };
    const compactor = new Compactor({ ...rules, aborted: this.#abortedFrom(0) }, this.#budget);
    const segments = this.#plan.segments.filter(({ baseOffset }) => baseOffset < until);
    for (const group of groupsOf(segments, config.segmentBytes))
      if ((yield* this.#rewrite(group, compactor)) === 'abandoned') return 'abandoned';
    this.#store.saveCheckpoint({ ...this.#store.checkpoint, compactedUntil: until });
    return 'done';
  }

  /** Learns the latest offset of each key of what is not compacted yet; gives the offset up to which there was room for that. */
  *#readKeys(): Generator<undefined, number | null> {
    const { from, until, segments } = this.#plan;
    const aborted = this.#abortedFrom(from);
    for (const segment of segments.filter(({ nextOffset }) => nextOffset > from)) {
      if (!this.#isThere([segment])) return null;
      for (const stored of this.#batchesOf(segment)) {
        if (this.#latest.isFull) return stored.header.baseOffset;
        if (this.#budget.spend(costOf(stored))) yield;
        if (isVisible(stored, aborted)) yield* this.#learn(stored);
        if (!this.#isThere([segment])) return null;
      }
    }
    return until;
  }

  *#learn({ batch, header }: StoredBatch): Generator<undefined, void> {
    const wanted = { from: this.#plan.from, until: header.lastOffset + 1, aborted: null };
    for (const records of decodeBatches(batch, { ...this.#store.folder.place, ...wanted }).ranges) {
      const { buffer, offsets, keyStart, keyEnd } = records;
      for (let i = 0; i < records.count; i++) {
        if (this.#budget.spend(1)) yield;
        const start = keyStart[i] as number;
        if (start >= 0) this.#latest.set(buffer, start, keyEnd[i] as number, offsets[i] as number);
      }
    }
  }

  /** Writes what stays of a run of segments to a file of its own, and puts that in their place. */
  *#rewrite(group: readonly Segment[], compactor: Compactor): Generator<undefined, 'abandoned' | 'done'> {
    if (!this.#isThere(group)) return 'abandoned';
    const { folder, config } = this.#store;
    const { baseOffset } = group[0] as Segment;
    const { lastAppendMs } = (group.at(-1) as Segment).facts;
    const path = `${folder.folder}/${cleanedName(baseOffset)}`;
    const cleaned = Segment.empty(folder, baseOffset, lastAppendMs, path);
    const keptMarkers = new Set<number>();
    try {
      cleaned.file.truncate(0);
      for (const segment of group) {
        for (const stored of this.#batchesOf(segment)) {
          if (this.#budget.spend(costOf(stored))) yield;
          const kept = yield* compactor.next(stored);
          if (!this.#isThere(group)) return 'abandoned';
          if (kept === null) continue;
          cleaned.append(kept.batch, kept.header, lastAppendMs, config.indexIntervalBytes);
          if (isControl(kept)) keptMarkers.add(kept.header.lastOffset);
        }
      }
      this.#swap(group, cleaned, keptMarkers);
    } finally {
      cleaned.close();
      if (this.#store.compaction === this) folder.files.remove(path);
    }
    yield;
    return 'done';
  }

  #swap(group: readonly Segment[], cleaned: Segment, keptMarkers: ReadonlySet<number>): void {
    const { folder, segments } = this.#store;
    const { files, fsync } = folder;
    const from = cleaned.baseOffset;
    const until = (segments.all[segments.all.indexOf(group.at(-1) as Segment) + 1] as Segment).baseOffset;
    if (fsync) cleaned.file.sync();
    const { facts, index } = cleaned;
    cleaned.close();
    const name = swapName(from, until);
    files.rename(cleaned.path, `${folder.folder}/${name}`);
    if (fsync) files.syncFolder(folder.folder);
    this.#store.replace(
      group,
      Segment.known(folder, from, facts, () => index),
      () => finishSwap(files, folder.folder, { name, from, until }, fsync),
    );
    this.#store.books.aborted.dropEndingIn(from, until, ({ lastOffset }) => !keptMarkers.has(lastOffset));
    folder.writeIndex(segments.all[segments.indexOf(from)] as Segment, this.#store.books.aborted);
  }

  #abortedFrom(from: number): AbortedTransactions {
    return new AbortedTransactions(this.#store.books.aborted.overlapping(from, this.#plan.until));
  }

  *#batchesOf(segment: Segment): Generator<StoredBatch> {
    const { baseOffset, nextOffset } = segment;
    const limits = { ...this.#store.folder.place, nextOffset: baseOffset, endOffset: nextOffset, isDense: false };
    for (const found of scanBatches(segment.file, 0, limits)) {
      if (found.kind === 'damage') throw new WireError(`${segment.path} is damaged at byte ${found.position}.`);
      const { header, bytes } = found;
      yield { batch: bytes.subarray(header.start, header.end), header };
    }
  }

  #isThere(segments: readonly Segment[]): boolean {
    const { all } = this.#store.segments;
    return this.#store.compaction === this && segments.every((segment) => all.includes(segment));
  }
}

/** Kilobytes and a few calls. */
function costOf({ batch }: StoredBatch): number {
  return 10 + batch.length / 256;
}

function isControl({ header }: StoredBatch): boolean {
  return (header.attributes & ATTRIBUTES.control) !== 0;
}

/** Whether a reader of committed data sees the batch; the walk stands on it. */
function isVisible(stored: StoredBatch, aborted: AbortedTransactions): boolean {
  const { attributes, producerId, lastOffset } = stored.header;
  if (isControl(stored)) aborted.ended(producerId, lastOffset);
  if (isControl(stored)) return false;
  return (attributes & ATTRIBUTES.transactional) === 0 || !aborted.contains(producerId, lastOffset);
}
