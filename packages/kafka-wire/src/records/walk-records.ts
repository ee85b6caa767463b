import type { WireError } from '../wire-error.ts';
import { ATTRIBUTES, type BatchHeader, fault, type LogPlace } from './batch-header.ts';
import type { OpenRanges } from './record-ranges.ts';

type Wanted = LogPlace & { readonly from: number; readonly until: number };

/** Cursor of the variable-length reads below: a function that returns a pair would allocate for each number. */
let cursor = 0;

/**
 * Appends the records of one batch, at [start, end) of the ranges' buffer, to the ranges, which have room for them. No object is
 * made per record. Throws WireError for a record that does not end where it says, or where the batch ends.
 */
export function walkRecords(into: OpenRanges, start: number, end: number, batch: BatchHeader, wanted: Wanted): void {
  const { buffer: b, offsets, timestamps, keyStart, keyEnd, valueStart, valueEnd, headersStart, headersEnd } = into;
  const { from, until } = wanted;
  const { count, baseOffset, baseTimestamp, maxTimestamp } = batch;
  const logAppendTime = (batch.attributes & ATTRIBUTES.logAppendTime) !== 0;
  let n = into.count;
  cursor = start;
  for (let i = 0; i < count; i++) {
    const length = varint(b);
    const recordEnd = cursor + length;
    if (length < 0 || recordEnd > end) throw torn(wanted, batch);
    cursor += 1;
    const timestampDelta = varlong(b);
    const offset = baseOffset + varint(b);
    const keyLength = varint(b);
    const keyAt = cursor;
    if (keyLength > 0) cursor += keyLength;
    const valueLength = varint(b);
    const valueAt = cursor;
    if (valueLength > 0) cursor += valueLength;
    if (cursor >= recordEnd) throw torn(wanted, batch);
    if (offset >= from && offset < until) {
      offsets[n] = offset;
      timestamps[n] = logAppendTime ? maxTimestamp : baseTimestamp + timestampDelta;
      keyStart[n] = keyLength < 0 ? -1 : keyAt;
      keyEnd[n] = keyLength < 0 ? -1 : keyAt + keyLength;
      valueStart[n] = valueLength < 0 ? -1 : valueAt;
      valueEnd[n] = valueLength < 0 ? -1 : cursor;
      headersStart[n] = cursor;
      headersEnd[n] = recordEnd;
      n += 1;
    }
    cursor = recordEnd;
  }
  if (cursor !== end) throw torn(wanted, batch);
  into.count = n;
}

function torn(place: LogPlace, { baseOffset }: BatchHeader): WireError {
  return fault(place, baseOffset, 'holds records that do not fit in it. Nothing of it was used.');
}

/** Beyond the buffer a byte reads as 0: the check of the record's end then refuses it. */
function varint(b: Buffer): number {
  let byte = b[cursor++] as number;
  if (byte < 128) return (byte >>> 1) ^ -(byte & 1);
  let value = byte & 127;
  for (let shift = 7; shift < 35; shift += 7) {
    byte = b[cursor++] as number;
    value |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return (value >>> 1) ^ -(value & 1);
}

/** 64 bits as a double: exact up to 2^53, which milliseconds do not reach. */
function varlong(b: Buffer): number {
  let byte = b[cursor++] as number;
  if (byte < 128) return (byte >>> 1) ^ -(byte & 1);
  let value = byte & 127;
  let scale = 128;
  for (let i = 1; i < 10; i++) {
    byte = b[cursor++] as number;
    value += (byte & 127) * scale;
    if (byte < 128) break;
    scale *= 128;
  }
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}
