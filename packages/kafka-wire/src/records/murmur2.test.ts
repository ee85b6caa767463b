import { expect, test } from 'vitest';
import { murmur2, partitionForKey } from './murmur2.ts';

/** From the test of the Java client's Utils.murmur2. */
const VECTORS = [
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
] as const;

test.each(VECTORS)('murmur2 of %s is what the Java client computes', (key, hash) => {
  expect(murmur2(Buffer.from(key))).toBe(hash);
  const inside = Buffer.from(`--${key}-`);
  expect(murmur2(inside, 2, 2 + key.length)).toBe(hash);
});

test.each(VECTORS)('the partition of %s is never negative', (key, hash) => {
  expect(partitionForKey(Buffer.from(key), 7)).toBe((hash & 0x7fffffff) % 7);
});
