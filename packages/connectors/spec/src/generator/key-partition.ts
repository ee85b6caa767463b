/**
 * The partition that Kafka's own clients give to a key of ASCII text: murmur2 of its bytes, made positive, modulo the number of
 * partitions.
 */
export function keyPartition(key: string, partitions: number): number {
  return (murmur2(key) & 0x7fffffff) % partitions;
}

function murmur2(text: string): number {
  const length = text.length;
  const byte = (i: number) => text.charCodeAt(i);
  let h = 0x9747b28c ^ length;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    let k = byte(i) | (byte(i + 1) << 8) | (byte(i + 2) << 16) | (byte(i + 3) << 24);
    k = Math.imul(k, 0x5bd1e995);
    k = Math.imul(k ^ (k >>> 24), 0x5bd1e995);
    h = Math.imul(h, 0x5bd1e995) ^ k;
  }
  for (let tail = length - i - 1; tail >= 0; tail--) h ^= byte(i + tail) << (8 * tail);
  if (i < length) h = Math.imul(h, 0x5bd1e995);
  h = Math.imul(h ^ (h >>> 13), 0x5bd1e995);
  return h ^ (h >>> 15);
}
