import { expect, test } from 'vitest';
import { AbortedRanges } from './aborted-ranges.ts';

const ranges = new AbortedRanges();
for (const [producerId, firstOffset, lastOffset, lastStableOffset] of [
  [1n, 10, 15, 12],
  [2n, 12, 20, 21],
  [1n, 30, 35, 36],
] as const)
  ranges.add({ producerId, firstOffset, lastOffset, lastStableOffset });

test.each([
  [0, 10, []],
  [0, 11, [10]],
  [15, 16, [10, 12]],
  [16, 30, [12]],
  [16, 31, [12, 30]],
  [36, 99, []],
])('of what is read from %i to %i', (from, until, firstOffsets) => {
  expect(ranges.overlapping(from, until).map(({ firstOffset }) => firstOffset)).toEqual(firstOffsets);
});
