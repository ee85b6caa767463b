/** Bytes of a frame's length before it. */
const PREFIX_BYTES = 4;
/** So many chunks that came one after the other are put together if they are small, for a chunk has a cost of its own. */
const LOOSE_CHUNKS = 256;
const SMALL_BYTES = 256;

/** A frame whose length is out of bounds; its connection is of no use any more. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/**
 * Cuts what a socket delivers into frames. Memory is given to a frame only as its bytes come in, and its length is checked first.
 */
export class FrameReader {
  readonly #mostBytes: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** Chunks at the end that are small. */
  #loose = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Bytes that have come and belong to no frame that was taken. */
  get pendingBytes(): number {
    return this.#bytes;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#loose = chunk.length < SMALL_BYTES ? this.#loose + 1 : 0;
    if (this.#loose < LOOSE_CHUNKS) return;
    this.#chunks.push(Buffer.concat(this.#chunks.splice(-LOOSE_CHUNKS)));
    this.#loose = 0;
  }

  /** The next whole frame without its length; null until it is there. Throws {@link FrameError}. */
  next(): Buffer | null {
    if (this.#bytes < PREFIX_BYTES) return null;
    const length = this.#front(PREFIX_BYTES).readInt32BE(0);
    if (length < 8 || length > this.#mostBytes) {
      throw new FrameError(`A frame says that it has ${length} bytes; 8 to ${this.#mostBytes} are allowed.`);
    }
    if (this.#bytes < PREFIX_BYTES + length) return null;
    const frame = this.#front(PREFIX_BYTES + length).subarray(PREFIX_BYTES);
    this.#drop(PREFIX_BYTES + length);
    return frame;
  }

  /** The first bytes in one piece; chunks are put together only where they must be. */
  #front(count: number): Buffer {
    const first = this.#chunks[0] as Buffer;
    if (first.length >= count) return first.subarray(0, count);
    const taken: Buffer[] = [];
    for (let bytes = 0; bytes < count; ) {
      const chunk = this.#chunks.shift() as Buffer;
      taken.push(chunk);
      bytes += chunk.length;
    }
    const joined = Buffer.concat(taken);
    this.#chunks.unshift(joined);
    return joined.subarray(0, count);
  }

  #drop(count: number): void {
    const first = this.#chunks[0] as Buffer;
    if (first.length === count) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(count);
    this.#bytes -= count;
  }
}
