import { assert, type Row } from '@millrace/model';
import type { DeadLetter } from '../contract/cut.ts';
import type { RowWriter } from '../contract/encoder.ts';
import type { RecordRanges } from '../contract/records.ts';
import type { PartitionQueue } from '../merge/partition-queue.ts';

/** The dead letter of the record at the head of a queue; bytes are copied (E8). */
export function letterOfRecord(node: string, reason: string, queue: PartitionQueue): DeadLetter {
  const { ranges, index, topic, partition } = queue;
  assert(ranges !== null, 'the failed record is at the head of its queue');
  const offset = ranges.offsets[index] as number;
  const timestampMs = ranges.timestamps[index] as number;
  return {
    node,
    reason,
    position: { topic, partition, offset, timestampMs },
    key: copyOf(ranges, ranges.keyStart[index] as number, ranges.keyEnd[index] as number),
    value: copyOf(ranges, ranges.valueStart[index] as number, ranges.valueEnd[index] as number),
    headers: copyOf(ranges, ranges.headersStart[index] as number, ranges.headersEnd[index] as number),
  };
}

/** The dead letter of a row that was fired from state: it has no record, its value is the row as JSON (E8). */
export function letterOfRow(node: string, reason: string, row: Row | null, writer: RowWriter | null): DeadLetter {
  const value = row === null || writer === null ? null : writer.toBytes(row);
  return { node, reason, position: null, key: null, value, headers: null };
}

/** A dead letter as a row of ERROR_SCHEMA, for a connected `error` port. A record without a timestamp has NULL there. */
export function errorRowOf({ reason, node, position, key, value }: DeadLetter): Row {
  if (position === null) return [reason, node, null, null, null, null, key, value];
  const { topic, partition, offset, timestampMs } = position;
  return [reason, node, topic, partition, offset, timestampMs === -1 ? null : timestampMs, key, value];
}

/** `slice` of a Node Buffer would share its bytes. */
function copyOf({ buffer }: RecordRanges, start: number, end: number): Uint8Array | null {
  return start < 0 ? null : Uint8Array.prototype.slice.call(buffer, start, end);
}
