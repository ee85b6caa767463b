import { expect, test } from 'vitest';
import { lagWords } from './lag-words.ts';

test.each([
  [{ kind: 'unknown' } as const, '', ''],
  [{ kind: 'steady' } as const, 'steady', ''],
  [{ kind: 'growing' } as const, 'growing', 'Does not drain at this rate.'],
  [{ kind: 'shrinking', zeroInMs: 4_000, slowest: 1 } as const, 'shrinking', 'At zero in 4.0 s, by bids[1].'],
  [{ kind: 'shrinking', zeroInMs: 4_000, slowest: null } as const, 'shrinking', 'At zero in 4.0 s.'],
  [{ kind: 'shrinking', zeroInMs: null, slowest: 2 } as const, 'shrinking', 'Does not drain at this rate, by bids[2].'],
])('%j in words', (trend, word, forecast) => {
  expect(lagWords(trend, 'bids')).toEqual({ trend: word, forecast });
});
