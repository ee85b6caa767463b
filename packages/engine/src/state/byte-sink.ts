import type { Value } from '@millrace/model';

/** What a number begins with; whole numbers follow from {@link FIRST_WHOLE} on. */
export const NumberCode = { aside: 0, double: 1 } as const;
export const FIRST_WHOLE = 2;
const WHOLE_LIMIT = 2 ** 51;
const LONGEST_NUMBER = 9;

/** Tags of {@link ByteSink.value}. */
export const ValueTag = { null: 0, false: 1, true: 2, number: 3, bigint: 4, string: 5, bytes: 6, list: 7 } as const;

/**
 * Packs numbers, strings and values into a growing buffer. A number is a varint, least significant seven bits first: 0 says that
 * a value follows in its place, 1 that the eight bytes of a double follow, from 2 on it is a whole number in zigzag.
 */
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
    this.#ensure(LONGEST_NUMBER);
    if (Number.isInteger(value) && value > -WHOLE_LIMIT && value < WHOLE_LIMIT && !Object.is(value, -0)) {
      this.#varint((value < 0 ? -2 * value - 1 : 2 * value) + FIRST_WHOLE);
      return;
    }
    this.#bytes[this.length++] = NumberCode.double;
    this.#view.setFloat64(this.length, value);
    this.length += 8;
  }

  /** A value in the place of a number. */
  aside(value: Value): void {
    this.byte(NumberCode.aside);
    this.value(value);
  }

  /** UTF-8 with its length before it; a surrogate that stands alone is kept as three bytes, so that every string comes back. */
  string(text: string): void {
    this.#ensure(LONGEST_NUMBER + 3 * text.length);
    this.#varint(utf8Length(text));
    for (let i = 0; i < text.length; i++) {
      const point = text.codePointAt(i) as number;
      if (point > 0xffff) i++;
      this.#utf8(point);
    }
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
    } else if (value instanceof Uint8Array) this.#byteValue(value);
    else {
      this.byte(ValueTag.list);
      this.#ensure(LONGEST_NUMBER);
      this.#varint(value.length);
      for (const element of value) this.value(element);
    }
  }

  #byteValue(value: Uint8Array): void {
    this.byte(ValueTag.bytes);
    this.#ensure(LONGEST_NUMBER + value.length);
    this.#varint(value.length);
    this.#bytes.set(value, this.length);
    this.length += value.length;
  }

  #varint(value: number): void {
    const bytes = this.#bytes;
    let at = this.length;
    let rest = value;
    while (rest > 0x7fff_ffff) {
      bytes[at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.length = at;
  }

  #utf8(point: number): void {
    const bytes = this.#bytes;
    if (point < 0x80) {
      bytes[this.length++] = point;
      return;
    }
    if (point < 0x800) bytes[this.length++] = 0xc0 | (point >> 6);
    else {
      if (point < 0x10000) bytes[this.length++] = 0xe0 | (point >> 12);
      else {
        bytes[this.length++] = 0xf0 | (point >> 18);
        bytes[this.length++] = 0x80 | ((point >> 12) & 63);
      }
      bytes[this.length++] = 0x80 | ((point >> 6) & 63);
    }
    bytes[this.length++] = 0x80 | (point & 63);
  }

  #ensure(bytes: number): void {
    if (this.length + bytes <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + bytes));
    wider.set(this.#bytes);
    this.#bytes = wider;
    this.#view = new DataView(wider.buffer);
  }
}

function utf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) as number;
    if (point > 0xffff) i++;
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return length;
}
