import { ATTRIBUTES, type LogPlace } from '@millrace/kafka-wire';
import type { AbortedRanges } from './aborted-ranges.ts';
import { readMarker } from './control-batch.ts';
import type { LogConfig } from './log-config.ts';
import type { ProducerStates } from './producer-states.ts';
import { type Scanned, scanBatches } from './scan-batches.ts';
import type { Segment } from './segment.ts';

export type SegmentScan = {
  readonly place: LogPlace;
  readonly config: LogConfig;
  readonly nowMs: number;
  /** The next segment's base offset; null for the last one. */
  readonly next: number | null;
  /** In the last segment, damage where this offset or a later one should be is the loss of what nobody was told of. */
  readonly flushedOffset: number;
};

/** The books that a batch is noted in. */
export type Books = { readonly states: ProducerStates; readonly aborted: AbortedRanges };

/**
 * Reads a segment's file from its beginning into an empty segment and into the books. True where the log ends in it: what lies
 * behind the segment's known end is then to be cut off.
 */
export function scanSegment(segment: Segment, books: Books, scan: SegmentScan): boolean {
  const { place, config, nowMs, next, flushedOffset } = scan;
  const isDense = next === null && !config.cleanupPolicy.includes('compact');
  const endOffset = next ?? Number.POSITIVE_INFINITY;
  const size = segment.file.size();
  let damage: { readonly position: number; readonly end: number } | null = null;
  for (const found of scanBatches(segment.file, 0, { ...place, nextOffset: segment.baseOffset, endOffset, isDense })) {
    if (found.kind === 'damage') {
      if (next === null && (found.end === size || segment.nextOffset >= flushedOffset)) return true;
      damage = found;
      continue;
    }
    if (damage !== null) noteDamage(segment, damage, found.header.baseOffset);
    damage = null;
    segment.note(found.header, found.position, nowMs, config.indexIntervalBytes);
    noteInBooks(books, found, nowMs);
  }
  if (damage !== null) noteDamage(segment, damage, endOffset);
  return false;
}

function noteDamage(segment: Segment, { position, end }: { position: number; end: number }, nextOffset: number): void {
  segment.noteDamage({ position, end, offset: segment.nextOffset, nextOffset });
}

/** Notes a batch that is in the log: what it means for its producer, and what it aborts. */
export function noteInBooks({ states, aborted }: Books, { header, bytes }: Batch, nowMs: number): void {
  const isControl = (header.attributes & ATTRIBUTES.control) !== 0;
  if (!isControl) states.noteBatch(header, nowMs);
  const marker = isControl ? readMarker(bytes, header) : null;
  if (marker === null) return;
  const range = states.noteMarker(marker, header.lastOffset, header.maxTimestamp, nowMs);
  if (range !== null) aborted.add(range);
}

type Batch = Pick<Extract<Scanned, { kind: 'batch' }>, 'header' | 'bytes'>;
