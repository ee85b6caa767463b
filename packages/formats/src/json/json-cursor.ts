import { BYTE_CLASS, IS_SIMPLE_ESCAPE, isHexDigit } from './byte-classes.ts';

/** Deeper nesting is refused (X6). */
export const MAX_DEPTH = 128;

const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const LITERALS: readonly (readonly number[])[] = ['true', 'false', 'null'].map((text) =>
  [...text].map((c) => c.charCodeAt(0)),
);

/**
 * Steps over the parts of a JSON text, strictly, without building anything. Every step takes the offset of a part's first byte and gives
 * the offset behind its last, or −1 where the text is not JSON: `failedAt` and `fault` say where and why then.
 */
export class JsonCursor {
  bytes: Uint8Array = new Uint8Array(0);
  end = 0;
  /** Whether the last string that was passed has escapes. */
  hasEscapes = false;
  /** Whether a byte beyond ASCII was passed since it was last set to false. */
  hasHigh = false;
  fault = '';
  failedAt = 0;
  /** The same bytes in words of four, to pass plain string bytes faster; `wordShift` is where byte 0 lies in a word. */
  #words: Int32Array = new Int32Array(0);
  #wordShift = 0;

  bind(bytes: Uint8Array): void {
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    const aligned = bytes.byteOffset & ~3;
    this.#wordShift = bytes.byteOffset - aligned;
    this.#words = new Int32Array(bytes.buffer, aligned, (bytes.byteOffset + bytes.byteLength - aligned) >> 2);
  }

  fail(fault: string, at: number): -1 {
    this.fault = fault;
    this.failedAt = at;
    return -1;
  }

  space(at: number): number {
    const { bytes, end } = this;
    let o = at;
    while (o < end) {
      const c = bytes[o] as number;
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) break;
      o++;
    }
    return o;
  }

  /** A string, `at` behind its opening quote. */
  string(at: number): number {
    const { bytes, end } = this;
    this.hasEscapes = false;
    let o = at;
    for (;;) {
      if (end - o > 12) o = this.#plainWords(o);
      while (o < end && BYTE_CLASS[bytes[o] as number] === 0) o++;
      if (o >= end) return this.fail('it is cut off inside a string', o);
      const c = bytes[o++] as number;
      if (c === QUOTE) return o;
      if (c >= 0x80) this.hasHigh = true;
      else if (c !== BACKSLASH) return this.fail('a string holds a control character', o - 1);
      else {
        this.hasEscapes = true;
        o = this.#escape(o);
        if (o < 0) return -1;
      }
    }
  }

  /** Any value. */
  value(at: number, depth: number): number {
    if (at >= this.end) return this.fail('it is cut off', at);
    const c = this.bytes[at] as number;
    if (c === QUOTE) return this.string(at + 1);
    if (c === MINUS || (c >= ZERO && c <= NINE)) return this.number(at);
    if (c === OPEN_BRACE) return depth >= MAX_DEPTH ? this.#tooDeep(at) : this.#object(at, depth);
    if (c === OPEN_BRACKET) return depth >= MAX_DEPTH ? this.#tooDeep(at) : this.#array(at, depth);
    return this.literal(at);
  }

  literal(at: number): number {
    for (const literal of LITERALS) {
      let i = 0;
      while (i < literal.length && this.bytes[at + i] === literal[i]) i++;
      if (i === literal.length && at + i <= this.end) return at + i;
    }
    return this.fail('a value is expected', at);
  }

  number(at: number): number {
    const { bytes, end } = this;
    let o = at;
    if (bytes[o] === MINUS) o++;
    if (o < end && bytes[o] === ZERO) o++;
    else {
      const digits = o;
      o = this.#digits(o);
      if (o === digits) return this.fail('a number is not complete', o);
    }
    if (o < end && bytes[o] === 0x2e) {
      const digits = ++o;
      o = this.#digits(o);
      if (o === digits) return this.fail('a number is not complete', o);
    }
    if (o < end && ((bytes[o] as number) | 0x20) === 0x65) {
      o++;
      if (o < end && (bytes[o] === MINUS || bytes[o] === 0x2b)) o++;
      const digits = o;
      o = this.#digits(o);
      if (o === digits) return this.fail('a number is not complete', o);
    }
    return o;
  }

  /** Behind a name: the colon and the space around it. */
  colon(at: number): number {
    let o = at;
    if (o >= this.end || this.bytes[o] !== COLON) {
      o = this.space(o);
      if (o >= this.end || this.bytes[o] !== COLON) return this.fail('a colon is expected', o);
    }
    return this.space(o + 1);
  }

  #digits(at: number): number {
    let o = at;
    while (o < this.end && (this.bytes[o] as number) >= ZERO && (this.bytes[o] as number) <= NINE) o++;
    return o;
  }

  #tooDeep(at: number): -1 {
    return this.fail(`it is nested deeper than ${MAX_DEPTH}`, at);
  }

  #escape(at: number): number {
    const { bytes, end } = this;
    if (at >= end) return this.fail('it is cut off inside a string', at);
    const c = bytes[at] as number;
    if (IS_SIMPLE_ESCAPE[c] === 1) return at + 1;
    if (c !== 0x75) return this.fail('a string holds an unknown escape', at);
    if (at + 5 > end) return this.fail('it is cut off inside a string', end);
    for (let i = 1; i <= 4; i++) {
      if (!isHexDigit(bytes[at + i] as number)) return this.fail('an escape \\u wants four hexadecimal digits', at + i);
    }
    return at + 5;
  }

  #object(at: number, depth: number): number {
    let o = this.space(at + 1);
    if (o < this.end && this.bytes[o] === CLOSE_BRACE) return o + 1;
    for (;;) {
      if (o >= this.end || this.bytes[o] !== QUOTE)
        return this.fail(o >= this.end ? 'it is cut off' : 'a name is expected', o);
      o = this.string(o + 1);
      if (o < 0) return -1;
      o = this.colon(o);
      if (o < 0) return -1;
      o = this.#member(o, depth, CLOSE_BRACE);
      if (o <= 0) return o === 0 ? this.#closedAt : -1;
    }
  }

  #array(at: number, depth: number): number {
    let o = this.space(at + 1);
    if (o < this.end && this.bytes[o] === CLOSE_BRACKET) return o + 1;
    for (;;) {
      o = this.#member(o, depth, CLOSE_BRACKET);
      if (o <= 0) return o === 0 ? this.#closedAt : -1;
    }
  }

  #closedAt = 0;

  /** A value and what follows it: the offset of the next one behind a comma, 0 when `close` follows (at `#closedAt`), −1. */
  #member(at: number, depth: number, close: number): number {
    let o = this.value(at, depth + 1);
    if (o < 0) return -1;
    o = this.space(o);
    if (o >= this.end) return this.fail('it is cut off', o);
    const c = this.bytes[o] as number;
    if (c === close) {
      this.#closedAt = o + 1;
      return 0;
    }
    return c === COMMA ? this.space(o + 1) : this.fail('a comma is expected', o);
  }

  /** Passes whole words of plain string bytes: no quote, no backslash, no control character, nothing beyond ASCII. */
  #plainWords(at: number): number {
    const { bytes } = this;
    const shift = this.#wordShift;
    let o = at;
    while (((o + shift) & 3) !== 0 && BYTE_CLASS[bytes[o] as number] === 0) o++;
    if (((o + shift) & 3) !== 0) return o;
    const words = this.#words;
    const last = (this.end + shift - 4) >> 2;
    let w = (o + shift) >> 2;
    while (w <= last) {
      const word = words[w] as number;
      const quote = word ^ 0x22222222;
      const slash = word ^ 0x5c5c5c5c;
      const special = ((quote - 0x01010101) & ~quote) | ((slash - 0x01010101) & ~slash) | (word - 0x20202020) | word;
      if ((special & 0x80808080) !== 0) break;
      w++;
    }
    return (w << 2) - shift;
  }
}
