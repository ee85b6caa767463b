import { BYTE_CLASS } from './byte-classes.ts';
import { JsonCursor } from './json-cursor.ts';
import { decodeJsonString } from './json-string.ts';
import { encodeUtf8, isUtf8 } from './utf8.ts';

/** What a wanted member is. `number`: its text lies in the range and is not a short whole number. */
export const Cell = { absent: 0, null: 1, int: 2, number: 3, string: 4, true: 5, false: 6, nested: 7 } as const;
export type Cell = (typeof Cell)[keyof typeof Cell];

const QUOTE = 0x22;
/** Names of the last record that are remembered to predict those of the next. */
const PREDICTED = 64;

/**
 * Scans one JSON object: validates all of it and remembers where the wanted members are. What is found stands in the columns
 * below by the number of the wanted name, until the next `scan`; of duplicate names the last wins. Records of one topic look
 * alike, so each name is first compared with the one at the same place of the record before.
 */
export class ObjectScanner {
  readonly cells: Uint8Array;
  /** The value of an `int`. */
  readonly ints: Float64Array;
  /** Where a value's text is; without the quotes of a string. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Whether a string has escapes, or bytes beyond ASCII. */
  readonly escaped: Uint8Array;
  readonly high: Uint8Array;
  /** Why the last text was refused: a part of a sentence, and the offset. */
  fault = '';
  failedAt = 0;
  readonly #names: readonly string[];
  readonly #nameBytes: readonly Uint8Array[];
  readonly #cursor = new JsonCursor();
  readonly #predictedNames: Uint8Array[] = [];
  readonly #predictedWanted: number[] = [];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#nameBytes = names.map(encodeUtf8);
    const n = names.length;
    this.cells = new Uint8Array(n);
    this.ints = new Float64Array(n);
    this.starts = new Int32Array(n);
    this.ends = new Int32Array(n);
    this.escaped = new Uint8Array(n);
    this.high = new Uint8Array(n);
  }

  /** False when bytes [start, end) are not one JSON object; `fault` says why. */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    const cursor = this.#cursor;
    cursor.bind(bytes);
    cursor.end = end;
    cursor.hasHigh = false;
    this.cells.fill(Cell.absent);
    const o = this.#object(bytes, cursor.space(start), end);
    if (o < 0) return this.#refuse(cursor.fault, cursor.failedAt);
    if (o !== end && cursor.space(o) !== end) return this.#refuse('text follows after the end', cursor.space(o));
    if (cursor.hasHigh && !isUtf8(bytes, start, end)) return this.#refuse('it is not UTF-8', start);
    return true;
  }

  /** Reads one value that was validated before, as the first of the wanted. */
  scanValue(bytes: Uint8Array, start: number, end: number): void {
    this.#cursor.bind(bytes);
    this.#cursor.end = end;
    this.#cursor.hasHigh = false;
    this.#wanted(bytes, start, end, 0);
  }

  #refuse(fault: string, at: number): false {
    this.fault = fault;
    this.failedAt = at;
    return false;
  }

  #object(bytes: Uint8Array, at: number, end: number): number {
    const cursor = this.#cursor;
    if (at >= end) return cursor.fail('it is empty', at);
    if (bytes[at] !== 0x7b) return cursor.fail('it is not an object', at);
    let o = cursor.space(at + 1);
    if (o < end && bytes[o] === 0x7d) return o + 1;
    for (let place = 0; ; place++) {
      if (o >= end) return cursor.fail('it is cut off', o);
      if (bytes[o] !== QUOTE) return cursor.fail('a name is expected', o);
      const wanted = this.#name(bytes, o + 1, end, place);
      if (wanted === FAILED) return -1;
      o = cursor.colon(this.#behindName);
      if (o < 0) return -1;
      o = wanted < 0 ? cursor.value(o, 1) : this.#wanted(bytes, o, end, wanted);
      if (o < 0) return -1;
      if (o < end && bytes[o] === 0x2c) {
        o++;
        if (bytes[o] !== QUOTE) o = cursor.space(o);
        continue;
      }
      o = cursor.space(o);
      if (o >= end) return cursor.fail('it is cut off', o);
      if (bytes[o] === 0x7d) return o + 1;
      if (bytes[o] !== 0x2c) return cursor.fail('a comma is expected', o);
      o = cursor.space(o + 1);
    }
  }

  #behindName = 0;

  /** The number of the wanted name that begins at `at`, UNWANTED or FAILED; `#behindName` is behind its quote. */
  #name(bytes: Uint8Array, at: number, end: number, place: number): number {
    const predicted = this.#predictedNames[place];
    if (predicted !== undefined && at + predicted.length < end) {
      let i = 0;
      while (i < predicted.length && predicted[i] === bytes[at + i]) i++;
      if (i === predicted.length) {
        this.#behindName = at + i;
        return this.#predictedWanted[place] as number;
      }
    }
    return this.#unpredicted(bytes, at, end, place);
  }

  #unpredicted(bytes: Uint8Array, at: number, end: number, place: number): number {
    let o = at;
    while (o < end && BYTE_CLASS[bytes[o] as number] === 0) o++;
    const isPlain = o < end && bytes[o] === QUOTE;
    const behind = isPlain ? o + 1 : this.#cursor.string(at);
    if (behind < 0) return FAILED;
    this.#behindName = behind;
    if (!isPlain) return this.#oddName(bytes, at, behind - 1);
    const wanted = this.#nameBytes.findIndex((name) => sameBytes(name, bytes, at, behind - 1));
    if (place < PREDICTED) {
      this.#predictedNames[place] = bytes.slice(at, behind);
      this.#predictedWanted[place] = wanted;
    }
    return wanted;
  }

  /** A name with escapes or beyond ASCII; it is compared as text. */
  #oddName(bytes: Uint8Array, start: number, end: number): number {
    if (!isUtf8(bytes, start, end)) {
      this.#cursor.fail('it is not UTF-8', start);
      return FAILED;
    }
    return this.#names.indexOf(decodeJsonString(bytes, start, end));
  }

  #wanted(bytes: Uint8Array, at: number, end: number, wanted: number): number {
    const c = at < end ? (bytes[at] as number) : 0;
    if (c === QUOTE) return this.#string(at, wanted);
    if (c === 0x2d || (c >= 0x30 && c <= 0x39)) return this.#number(bytes, at, end, wanted);
    const o = this.#cursor.value(at, 1);
    if (o < 0) return -1;
    this.starts[wanted] = at;
    this.ends[wanted] = o;
    this.cells[wanted] = c === 0x6e ? Cell.null : c === 0x74 ? Cell.true : c === 0x66 ? Cell.false : Cell.nested;
    return o;
  }

  #string(at: number, wanted: number): number {
    const cursor = this.#cursor;
    const hadHigh = cursor.hasHigh;
    cursor.hasHigh = false;
    const o = cursor.string(at + 1);
    if (o < 0) return -1;
    this.cells[wanted] = Cell.string;
    this.starts[wanted] = at + 1;
    this.ends[wanted] = o - 1;
    this.escaped[wanted] = cursor.hasEscapes ? 1 : 0;
    this.high[wanted] = cursor.hasHigh ? 1 : 0;
    cursor.hasHigh = cursor.hasHigh || hadHigh;
    return o;
  }

  /** A whole number of up to 15 digits is read at once; the text of any other is left to the column's type. */
  #number(bytes: Uint8Array, at: number, end: number, wanted: number): number {
    const isNegative = bytes[at] === 0x2d;
    const digits = isNegative ? at + 1 : at;
    let o = digits;
    let short = 0;
    const shortEnd = Math.min(end, digits + 9);
    while (o < shortEnd && isDigit(bytes[o] as number)) {
      short = (Math.imul(short, 10) + (bytes[o] as number) - 0x30) | 0;
      o++;
    }
    let value = short;
    if (o === digits + 9) {
      while (o < end && isDigit(bytes[o] as number)) {
        value = value * 10 + ((bytes[o] as number) - 0x30);
        o++;
      }
    }
    const length = o - digits;
    const isWhole = o >= end || (bytes[o] !== 0x2e && ((bytes[o] as number) | 0x20) !== 0x65);
    if (length > 0 && length < 16 && isWhole && (length === 1 || bytes[digits] !== 0x30)) {
      this.cells[wanted] = Cell.int;
      this.ints[wanted] = isNegative && value !== 0 ? -value : value;
    } else {
      o = this.#cursor.number(at);
      if (o < 0) return -1;
      this.cells[wanted] = Cell.number;
    }
    this.starts[wanted] = at;
    this.ends[wanted] = o;
    return o;
  }
}

const FAILED = -2;

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function sameBytes(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[start + i]) return false;
  return true;
}
