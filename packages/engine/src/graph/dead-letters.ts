import type { Row } from '@millrace/model';
import type { DeadLetter } from '../contract/cut.ts';
import type { RecordRanges } from '../contract/records.ts';
import type { PartitionQueue } from '../merge/partition-queue.ts';

/** The dead letter of the record at the head of a queue; bytes are copied (E8). */
export function letterOfRecord(node: string, reason: string, queue: PartitionQueue): DeadLetter {
  const { ranges, index } = queue;
  if (ranges === null) throw new Error('broken invariant: the failed record is at the head of its queue');
  return {
    node,
    reason,
    position: {
      topic: queue.topic,
      partition: queue.partition,
      offset: ranges.offsets[index] as number,
      timestampMs: ranges.timestamps[index] as number,
    },
    key: copyOf(ranges, ranges.keyStart[index] as number, ranges.keyEnd[index] as number),
    value: copyOf(ranges, ranges.valueStart[index] as number, ranges.valueEnd[index] as number),
    headers: copyOf(ranges, ranges.headersStart[index] as number, ranges.headersEnd[index] as number),
  };
}

/** A dead letter as a row of ERROR_SCHEMA, for a connected `error` port. */
export function errorRowOf({ reason, node, position, key, value }: DeadLetter): Row {
  return [
    reason,
    node,
    position?.topic ?? null,
    position?.partition ?? null,
    position?.offset ?? null,
    position === null || position.timestampMs < 0 ? null : position.timestampMs,
    key,
    value,
  ];
}

function copyOf({ buffer }: RecordRanges, start: number, end: number): Uint8Array | null {
  return start < 0 ? null : Uint8Array.prototype.slice.call(buffer, start, end);
}
