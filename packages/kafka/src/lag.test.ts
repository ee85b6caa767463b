import { expect, test } from 'vitest';
import { lagOf } from './lag.ts';

const BIG = 9_007_199_254_740_993n;

test.each([
  ['all read, the last entry is a marker (librdkafka#3917) [G2]', 4n, 4n, 0n, 0n],
  ['the committed offset is the next one (topicctl#12) [G1]', 4n, 3n, 0n, 1n],
  ['the consumer has stopped, ten were produced (Burrow#126) [G2]', 10n, 0n, 0n, 10n],
  ['the end was read before the commit (Burrow#101) [G1]', 5n, 7n, 0n, 0n],
  ['records below the beginning of the log were deleted [G1]', 100n, 10n, 60n, 40n],
  ['the whole log was deleted [G1]', 100n, 10n, 100n, 0n],
  ['exact beyond 2^53 [G1]', BIG + 2n, BIG, 0n, 2n],
  ['no commit is no position, not a number [G1]', 10n, null, 0n, null],
])('%s', (_, end, committed, logStart, lag) => {
  expect(lagOf({ end, committed, logStart })).toBe(lag);
});
