import { ATTRIBUTES, type BatchHeader, decodeBatches, type LogPlace, WireError } from '@millrace/kafka-wire';
import { type Scanned, scanBatches } from './scan-batches.ts';
import type { Segment } from './segment.ts';

export type TimedOffset = { readonly offset: number; readonly timestampMs: number };

type Batch = Extract<Scanned, { kind: 'batch' }>;

/** The first record, at `from` or behind, whose timestamp is this one or a later one; null for none. */
export function findTime(
  segments: readonly Segment[],
  timestampMs: number,
  from: number,
  place: LogPlace,
): TimedOffset | null {
  for (const segment of segments) {
    if (segment.facts.maxTimestamp < timestampMs || segment.nextOffset <= from) continue;
    for (const batch of batchesFrom(segment, segment.index.positionOfTime(timestampMs), place)) {
      const { maxTimestamp, lastOffset } = batch.header;
      if (maxTimestamp < timestampMs || lastOffset < from) continue;
      const found = recordsOf(batch, place).find((r) => r.timestampMs >= timestampMs && r.offset >= from);
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** The first record, at `from` or behind, with the latest timestamp of all; null where no record has one. */
export function findMaxTime(segments: readonly Segment[], from: number, place: LogPlace): TimedOffset | null {
  const timestampMs = segments.reduce((max, { facts }) => Math.max(max, facts.maxTimestamp), -1);
  const segment = segments.find(({ facts }) => facts.maxTimestamp === timestampMs);
  if (timestampMs < 0 || segment === undefined) return null;
  return findTime([segment], timestampMs, Math.max(from, segment.facts.maxTimestampOffset), place);
}

function* batchesFrom(segment: Segment, position: number, place: LogPlace): Generator<Batch> {
  const limits = { ...place, nextOffset: segment.baseOffset, endOffset: segment.nextOffset, isDense: false };
  for (const found of scanBatches(segment.file, position, limits)) if (found.kind === 'batch') yield found;
}

/** The batch alone, by its largest timestamp, where its records cannot be read. */
function recordsOf({ header, bytes }: Batch, place: LogPlace): TimedOffset[] {
  const whole = [{ offset: header.baseOffset, timestampMs: header.maxTimestamp }];
  if (header.attributes & ATTRIBUTES.control) return whole;
  try {
    return dataRecordsOf(header, bytes, place);
  } catch (error) {
    if (error instanceof WireError) return whole;
    throw error;
  }
}

function dataRecordsOf({ start, end, baseOffset, lastOffset }: BatchHeader, bytes: Buffer, place: LogPlace) {
  const wanted = { ...place, from: baseOffset, until: lastOffset + 1, aborted: null };
  return decodeBatches(bytes.subarray(start, end), wanted).ranges.flatMap(({ offsets, timestamps }) =>
    Array.from(offsets, (offset, i) => ({ offset, timestampMs: timestamps[i] as number })),
  );
}
