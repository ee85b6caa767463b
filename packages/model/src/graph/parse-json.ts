import { failure, type Result, success } from '../issue.ts';
import type { JsonValue } from './json-value.ts';

/** Deeper nesting is refused (X6). */
export const MAX_JSON_DEPTH = 128;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** From the space on, without the quote and the backslash. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * JSON that people write by hand: RFC 8259, and stricter where a slip would pass unseen. A key that occurs twice, a whole number
 * that a double cannot hold, and the key `__proto__` are refused. The one issue says line and column and has the range in the
 * text. A byte order mark at the start is passed over.
 */
export function parseJson(text: string): Result<JsonValue> {
  try {
    return success(new JsonReader(text).document());
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { message, from } = error;
    const to = Math.min(text.length, Math.max(error.to, from + 1));
    return failure([{ severity: 'error', message: `${message} ${place(text, from)}`, range: { from, to } }]);
  }
}

/** `At line 3, column 5.` of a position, both from 1. */
function place(text: string, at: number): string {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return `At line ${before.length}, column ${(before.at(-1) as string).length + 1}.`;
}

class JsonFault extends Error {
  readonly from: number;
  readonly to: number;

  constructor(message: string, from: number, to: number) {
    super(message);
    this.from = from;
    this.to = to;
  }
}

class JsonReader {
  readonly #text: string;
  #at: number;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  document(): JsonValue {
    const value = this.#value();
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the text');
    return value;
  }

  #value(): JsonValue {
    this.#match(SPACE);
    const value = this.#bareValue();
    this.#match(SPACE);
    return value;
  }

  #bareValue(): JsonValue {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#nested(() => this.#object());
      case '[':
        return this.#nested(() => this.#array());
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #nested(read: () => JsonValue): JsonValue {
    this.#depth++;
    if (this.#depth > MAX_JSON_DEPTH)
      throw this.#fault(`This text is nested more than ${MAX_JSON_DEPTH} deep. Flatten it.`);
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): JsonValue {
    const object: Record<string, JsonValue> = {};
    this.#at++;
    this.#match(SPACE);
    if (this.#take('}')) return object;
    while (true) {
      this.#match(SPACE);
      const key = this.#key(object);
      this.#match(SPACE);
      if (!this.#take(':')) throw this.#unexpected('a colon');
      object[key] = this.#value();
      if (this.#take('}')) return object;
      if (!this.#take(',')) throw this.#unexpected('a comma or }');
    }
  }

  #key(object: Readonly<Record<string, JsonValue>>): string {
    const from = this.#at;
    if (this.#text[from] !== '"') throw this.#unexpected('a name in double quotes');
    const key = this.#string();
    if (key === '__proto__') throw new JsonFault('The name __proto__ cannot be used. Choose another.', from, this.#at);
    if (Object.hasOwn(object, key)) {
      throw new JsonFault(`The name ${JSON.stringify(key)} occurs twice in one object. Remove one.`, from, this.#at);
    }
    return key;
  }

  #array(): JsonValue {
    const items: JsonValue[] = [];
    this.#at++;
    this.#match(SPACE);
    if (this.#take(']')) return items;
    while (true) {
      items.push(this.#value());
      if (this.#take(']')) return items;
      if (!this.#take(',')) throw this.#unexpected('a comma or ]');
    }
  }

  #string(): string {
    const from = this.#at;
    this.#at++;
    let value = '';
    while (true) {
      value += this.#match(PLAIN);
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#at++;
        return value;
      }
      if (next === undefined) throw new JsonFault('This text has no closing quote.', from, this.#at);
      if (next !== '\\')
        throw this.#fault('A text cannot contain a line break or control character. Write \\n or \\u….');
      value += this.#escape();
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (simple !== undefined) {
      this.#at += 2;
      return simple;
    }
    const hex = /^u[0-9a-fA-F]{4}$/.exec(this.#text.slice(this.#at + 1, this.#at + 6));
    if (hex === null) throw this.#fault('There is no such escape. Write \\\\ for a backslash.', 2);
    this.#at += 6;
    return String.fromCharCode(Number.parseInt(hex[0].slice(1), 16));
  }

  #word(word: string, value: JsonValue): JsonValue {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected('a value');
    this.#at += word.length;
    return value;
  }

  #number(): number {
    const from = this.#at;
    const digits = this.#match(NUMBER);
    if (digits === '') throw this.#unexpected('a value');
    const value = Number(digits);
    if (!Number.isFinite(value)) throw new JsonFault(`The number ${digits} is too large.`, from, this.#at);
    if (/^-?\d+$/.test(digits) && !Number.isSafeInteger(value) && String(value) !== digits) {
      throw new JsonFault(`The number ${digits} would lose digits. Write it as text, in quotes.`, from, this.#at);
    }
    return value === 0 ? 0 : value;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #unexpected(expected: string): JsonFault {
    const found = this.#text.codePointAt(this.#at);
    const what = found === undefined ? 'the text ends' : `there is ${JSON.stringify(String.fromCodePoint(found))}`;
    return this.#fault(`Expected ${expected}, but ${what}.`);
  }

  #fault(message: string, length = 1): JsonFault {
    return new JsonFault(message, this.#at, this.#at + length);
  }
}
