import type { Value } from '@millrace/model';

/** A run of nine such bytes stands where a number is not a varint; the raw double follows. */
const ESCAPE = 0xff;
const ESCAPE_LENGTH = 9;
const VARINT_LIMIT = 2 ** 52;

/** Tags of {@link ByteSink.value}. */
export const ValueTag = { null: 0, false: 1, true: 2, number: 3, bigint: 4, string: 5, bytes: 6 } as const;

/** Packs numbers, strings and values into a growing buffer; whole numbers take one byte for each seven bits. */
export class ByteSink {
  #bytes = new Uint8Array(1 << 12);
  #view = new DataView(this.#bytes.buffer);
  length = 0;

  /** A copy of what was written; the sink begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  byte(value: number): void {
    this.#ensure(1);
    this.#bytes[this.length++] = value;
  }

  number(value: number): void {
    this.#ensure(17);
    const bytes = this.#bytes;
    let at = this.length;
    if (Number.isInteger(value) && value > -VARINT_LIMIT && value < VARINT_LIMIT && !Object.is(value, -0)) {
      let rest = value < 0 ? -2 * value - 1 : 2 * value;
      while (rest > 127) {
        bytes[at++] = (rest % 128) | 128;
        rest = Math.floor(rest / 128);
      }
      bytes[at++] = rest;
    } else {
      for (let i = 0; i < ESCAPE_LENGTH; i++) bytes[at++] = ESCAPE;
      this.#view.setFloat64(at, value);
      at += 8;
    }
    this.length = at;
  }

  /** UTF-16 code units, each as a number: exact for every string. */
  string(text: string): void {
    this.number(text.length);
    this.#ensure(3 * text.length);
    for (let i = 0; i < text.length; i++) this.number(text.charCodeAt(i));
  }

  value(value: Value): void {
    if (value === null) this.byte(ValueTag.null);
    else if (typeof value === 'boolean') this.byte(value ? ValueTag.true : ValueTag.false);
    else if (typeof value === 'number') {
      this.byte(ValueTag.number);
      this.number(value);
    } else if (typeof value === 'bigint') {
      this.byte(ValueTag.bigint);
      this.string(String(value));
    } else if (typeof value === 'string') {
      this.byte(ValueTag.string);
      this.string(value);
    } else {
      this.byte(ValueTag.bytes);
      this.number(value.length);
      for (const byte of value) this.byte(byte);
    }
  }

  #ensure(bytes: number): void {
    if (this.length + bytes <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + bytes));
    wider.set(this.#bytes);
    this.#bytes = wider;
    this.#view = new DataView(wider.buffer);
  }
}
