import type { LogConfig } from './log-config.ts';
import type { Segment } from './segment.ts';

/** Whether a batch must go to a new segment: by size, by time, or because its offsets would not fit in this one's index. */
export function mustRoll(
  active: Segment,
  batchBytes: number,
  timestampMs: number,
  config: LogConfig,
  nowMs: number,
): boolean {
  const { sizeBytes, nextOffset, firstTimestamp, createdMs } = active.facts;
  if (sizeBytes === 0) return false;
  const isCompacted = config.cleanupPolicy.includes('compact');
  const segmentMs = isCompacted ? Math.min(config.segmentMs, config.maxCompactionLagMs) : config.segmentMs;
  const ageMs = firstTimestamp >= 0 && timestampMs >= 0 ? timestampMs - firstTimestamp : nowMs - createdMs;
  return sizeBytes + batchBytes > config.segmentBytes || ageMs > segmentMs || nextOffset - active.baseOffset >= 2 ** 30;
}

/** How many segments, from the oldest on, lie wholly below the start of the log. */
export function deletedSegments(segments: readonly Segment[], logStartOffset: number): number {
  const endOf = (i: number) => segments[i + 1]?.baseOffset ?? (segments[i] as Segment).nextOffset;
  const first = segments.findIndex((_, i) => endOf(i) > logStartOffset);
  return first < 0 ? segments.length : first;
}

/**
 * How many segments, from the oldest on, are no longer to be kept: by retention.ms (of a segment's latest timestamp; of its last
 * append where it has none) and by retention.bytes. All of them where even the active one is past.
 */
export function expiredSegments(segments: readonly Segment[], config: LogConfig, nowMs: number): number {
  if (!config.cleanupPolicy.includes('delete')) return 0;
  let excess = segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) - config.retentionBytes;
  let count = 0;
  for (const { facts } of segments) {
    const time = facts.maxTimestamp >= 0 ? facts.maxTimestamp : facts.lastAppendMs;
    const isOld = config.retentionMs >= 0 && nowMs - time > config.retentionMs;
    const isBeyond = config.retentionBytes >= 0 && excess >= facts.sizeBytes;
    if (!isOld && !isBeyond) break;
    excess -= facts.sizeBytes;
    count += 1;
  }
  return count;
}
