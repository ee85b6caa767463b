import { isRefusal } from '../log/log-refusal.ts';
import type { PartitionLog } from '../log/partition-log.ts';

/** What deleting old segments came to; `missingBytes`: what would still have to go, of logs that are to be kept whole. */
export type BudgetResult = { readonly deleted: readonly PartitionLog[]; readonly missingBytes: number };

/**
 * Deletes the oldest closed segments of all logs until they fit into `budgetBytes`. Logs that are compacted, or kept for ever
 * (retention.ms −1), are left whole: somebody's state may be in them.
 */
export function keepWithin(logs: readonly PartitionLog[], budgetBytes: number, nowMs: number): BudgetResult {
  let excess = logs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) - budgetBytes;
  const mayShrink = new Set(
    logs.filter(({ config }) => !config.cleanupPolicy.includes('compact') && config.retentionMs >= 0),
  );
  const deleted: PartitionLog[] = [];
  while (excess > 0) {
    const oldest = oldestOf(mayShrink);
    if (oldest === null) break;
    const before = oldest.log.sizeBytes;
    const done = oldest.log.deleteBefore(oldest.nextOffset, nowMs);
    if (isRefusal(done) || oldest.log.sizeBytes === before) mayShrink.delete(oldest.log);
    else deleted.push(oldest.log);
    excess -= before - oldest.log.sizeBytes;
  }
  return { deleted, missingBytes: Math.max(0, excess) };
}

function oldestOf(logs: Iterable<PartitionLog>): { readonly log: PartitionLog; readonly nextOffset: number } | null {
  let found: { log: PartitionLog; nextOffset: number; lastAppendMs: number } | null = null;
  for (const log of logs) {
    const segment = log.oldestClosedSegment;
    if (segment !== null && (found === null || segment.lastAppendMs < found.lastAppendMs)) found = { log, ...segment };
  }
  return found;
}
