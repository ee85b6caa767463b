import { decodeBatches } from '@millrace/kafka-wire';
import type { PartitionLog } from '../partition-log.ts';
import type { ModelRecord } from './log-model.ts';
import { granted } from './open-log.ts';

/** All records of a log as a consumer gets them, fetch by fetch. */
export function readAll(
  log: PartitionLog,
  isReadCommitted: boolean,
  maxBytes = 1 << 20,
  from = log.logStartOffset,
): ModelRecord[] {
  const found: ModelRecord[] = [];
  let at = from;
  for (;;) {
    const { records, abortedTransactions } = granted(
      log.read({ offset: at, maxBytes, isReadCommitted, minOneBatch: true }),
    );
    const options = { ...log.place, from: at, until: Number.MAX_SAFE_INTEGER, aborted: abortedTransactions };
    const { ranges, nextOffset } = decodeBatches(records, options);
    for (const { buffer, offsets, keyStart, keyEnd, valueStart, valueEnd } of ranges)
      for (const [i, offset] of offsets.entries())
        found.push({
          offset,
          key: buffer.toString('utf8', keyStart[i], keyEnd[i]),
          value: valueStart[i] === -1 ? null : buffer.toString('utf8', valueStart[i], valueEnd[i]),
        });
    if (nextOffset <= at) return found;
    at = nextOffset;
  }
}
