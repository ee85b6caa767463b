import type { LogStore } from './log-store.ts';
import type { Segment } from './segment.ts';

export type CompactionPlan = {
  /** Closed segments from the start of the log on. */
  readonly segments: readonly Segment[];
  /** Offsets in [from, until) have not been compacted yet. */
  readonly from: number;
  readonly until: number;
};

/** What of a log may be compacted now; null where it is not worth it (min.cleanable.dirty.ratio), or nothing is. */
export function planCompaction(
  { config, segments, checkpoint, lastStableOffset }: LogStore,
  nowMs: number,
): CompactionPlan | null {
  if (!config.cleanupPolicy.includes('compact')) return null;
  const isHeldBack = (segment: Segment) =>
    segment.nextOffset > lastStableOffset ||
    segment.damages.length > 0 ||
    (config.minCompactionLagMs > 0 && latestTime(segment) > nowMs - config.minCompactionLagMs);
  const { closed } = segments;
  const firstHeldBack = closed.findIndex(isHeldBack);
  const ready = firstHeldBack < 0 ? closed : closed.slice(0, firstHeldBack);
  const dirty = ready.filter(({ nextOffset }) => nextOffset > checkpoint.compactedUntil);
  const until = ready.at(-1)?.nextOffset ?? 0;
  const oldest = dirty[0];
  if (oldest === undefined) return null;
  const isOverdue = oldest.facts.firstTimestamp >= 0 && nowMs - oldest.facts.firstTimestamp > config.maxCompactionLagMs;
  const ratio = bytesOf(dirty) / bytesOf(ready);
  if (!isOverdue && ratio <= config.minCleanableDirtyRatio) return null;
  return { segments: ready, from: checkpoint.compactedUntil, until };
}

/** Runs of neighbours that fit in one segment together. */
export function groupsOf(segments: readonly Segment[], segmentBytes: number): readonly (readonly Segment[])[] {
  const groups: Segment[][] = [];
  for (const segment of segments) {
    const group = groups.at(-1);
    const isFitting =
      group !== undefined &&
      bytesOf(group) + segment.sizeBytes <= segmentBytes &&
      segment.nextOffset - (group[0] as Segment).baseOffset < 2 ** 31;
    if (isFitting) group.push(segment);
    else groups.push([segment]);
  }
  return groups;
}

function latestTime({ facts }: Segment): number {
  return facts.maxTimestamp >= 0 ? facts.maxTimestamp : facts.lastAppendMs;
}

function bytesOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
