import { createHash } from 'node:crypto';

const LONGEST_PLAIN_BYTES = 32;

/** The latest offset of each key in a part of the log; long keys are known by their hash. */
export class LatestOffsets {
  readonly #byKey = new Map<string, number>();
  readonly #maxKeys: number;

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  get isFull(): boolean {
    return this.#byKey.size >= this.#maxKeys;
  }

  set(buffer: Buffer, start: number, end: number, offset: number): void {
    this.#byKey.set(nameOf(buffer, start, end), offset);
  }

  get(buffer: Buffer, start: number, end: number): number | undefined {
    return this.#byKey.get(nameOf(buffer, start, end));
  }
}

function nameOf(buffer: Buffer, start: number, end: number): string {
  if (end - start <= LONGEST_PLAIN_BYTES) return buffer.toString('latin1', start, end);
  return `${createHash('sha256').update(buffer.subarray(start, end)).digest('base64')}#`;
}
