const SEED = 0x9747b28c;
const M = 0x5bd1e995;

/** murmur2 as Kafka's Java client computes it; 32 bits, signed. */
export function murmur2(bytes: Uint8Array, start = 0, end = bytes.length): number {
  const length = end - start;
  let h = SEED ^ length;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    let k =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    k = Math.imul(k, M);
    k ^= k >>> 24;
    h = Math.imul(h, M) ^ Math.imul(k, M);
  }
  const rest = end - at;
  if (rest === 3) h ^= (bytes[at + 2] as number) << 16;
  if (rest >= 2) h ^= (bytes[at + 1] as number) << 8;
  if (rest >= 1) h = Math.imul(h ^ (bytes[at] as number), M);
  h ^= h >>> 13;
  h = Math.imul(h, M);
  return h ^ (h >>> 15);
}

/** The partition of a keyed record, the same as the Java client's default. */
export function partitionForKey(bytes: Uint8Array, partitions: number, start = 0, end = bytes.length): number {
  return (murmur2(bytes, start, end) & 0x7fffffff) % partitions;
}
