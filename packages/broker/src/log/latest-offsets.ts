import { createHash } from 'node:crypto';

const LONGEST_PLAIN_BYTES = 32;
/** Many small maps: one large one would stand still for tens of milliseconds each time that it grows. */
const SHARDS = 512;

/** The latest offset of each key in a part of the log; long keys are known by their hash. */
export class LatestOffsets {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<string, number>());
  readonly #maxKeys: number;
  #size = 0;

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  get isFull(): boolean {
    return this.#size >= this.#maxKeys;
  }

  set(buffer: Buffer, start: number, end: number, offset: number): void {
    const shard = this.#shardOf(buffer, start, end);
    const before = shard.size;
    shard.set(nameOf(buffer, start, end), offset);
    this.#size += shard.size - before;
  }

  get(buffer: Buffer, start: number, end: number): number | undefined {
    return this.#shardOf(buffer, start, end).get(nameOf(buffer, start, end));
  }

  #shardOf(buffer: Buffer, start: number, end: number): Map<string, number> {
    let hash = end - start;
    for (let at = Math.max(start, end - 12); at < end; at++) hash = (hash * 31 + (buffer[at] as number)) | 0;
    return this.#shards[(hash ^ (hash >>> 9)) & (SHARDS - 1)] as Map<string, number>;
  }
}

function nameOf(buffer: Buffer, start: number, end: number): string {
  if (end - start <= LONGEST_PLAIN_BYTES) return buffer.toString('latin1', start, end);
  return `${createHash('sha256').update(buffer.subarray(start, end)).digest('base64')}#`;
}
