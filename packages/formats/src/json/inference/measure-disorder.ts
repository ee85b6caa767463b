import { comparePositions, type SamplePosition } from './sample-position.ts';
import type { Disorder } from './schema-inference.ts';

/** A record's event time, in milliseconds since 1970. */
export type TimedPosition = SamplePosition & { readonly ms: number };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** What a person would write. */
const BOUNDS_MS: readonly number[] = [
  ...[5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((n) => n * HOUR),
];

/** How far records come behind the largest event time before them in their partition (W1); at least one record. */
export function measureDisorder(records: readonly TimedPosition[]): Disorder {
  const lateness = latenessOf([...records].sort(comparePositions));
  const sorted = [...lateness].sort((a, b) => a - b);
  const most = sorted.at(-1) ?? 0;
  return {
    records: records.length,
    outOfOrder: lateness.filter((ms) => ms > 0).length,
    maxLatenessMs: most,
    p99LatenessMs: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
    proposedBoundMs: BOUNDS_MS.find((bound) => bound >= most) ?? Math.ceil(most / (24 * HOUR)) * 24 * HOUR,
  };
}

function latenessOf(ordered: readonly TimedPosition[]): readonly number[] {
  let partition = Number.NaN;
  let largest = Number.NEGATIVE_INFINITY;
  return ordered.map((record) => {
    if (record.partition !== partition) largest = Number.NEGATIVE_INFINITY;
    partition = record.partition;
    largest = Math.max(largest, record.ms);
    return largest - record.ms;
  });
}
