import type { CutTime } from '../contract/cut.ts';

/** A watermark as a cut entry keeps it: JSON has no infinities. */
export function cutTime(time: number): CutTime {
  if (time === Number.NEGATIVE_INFINITY) return null;
  return time === Number.POSITIVE_INFINITY ? 'end' : time;
}

/** The watermark of a cut entry; −Infinity for a node that the entry does not know. */
export function timeOfCut(time: CutTime | undefined): number {
  if (time === null || time === undefined) return Number.NEGATIVE_INFINITY;
  return time === 'end' ? Number.POSITIVE_INFINITY : time;
}
