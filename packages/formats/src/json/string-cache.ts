const SLOTS = 2_048;
/** Longer strings rarely repeat. */
const LONGEST = 48;

/** Makes JavaScript strings of ASCII bytes; most values of a column repeat, and a repeated one costs a comparison of bytes. */
export class StringCache {
  readonly #bytes: (Uint8Array | undefined)[] = new Array<Uint8Array | undefined>(SLOTS).fill(undefined);
  readonly #texts: string[] = new Array<string>(SLOTS).fill('');

  /** The text of bytes [start, end), which are ASCII. */
  ascii(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    if (length > LONGEST) return asciiText(bytes, start, end);
    let hash = length;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0;
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const known = this.#bytes[slot];
    if (known !== undefined && known.length === length) {
      let i = 0;
      while (i < length && known[i] === bytes[start + i]) i++;
      if (i === length) return this.#texts[slot] as string;
    }
    const text = asciiText(bytes, start, end);
    this.#bytes[slot] = Uint8Array.prototype.slice.call(bytes, start, end);
    this.#texts[slot] = text;
    return text;
  }
}

export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}
