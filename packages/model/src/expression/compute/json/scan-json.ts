import { MAX_JSON_DEPTH } from '../../../graph/parse-json.ts';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** From the space on, without the quote and the backslash. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;

/** Whether a text is JSON (RFC 8259), nested at most 128 deep (X6). */
export function isJson(text: string): boolean {
  const end = endOfValue(text, skipSpace(text, 0));
  return end >= 0 && skipSpace(text, end) === text.length;
}

/** The place behind the value that begins at a place; negative where none does. */
export function endOfValue(text: string, at: number, depth = 0): number {
  switch (text[at]) {
    case '{':
      return depth < MAX_JSON_DEPTH ? endOfObject(text, at, depth) : -1;
    case '[':
      return depth < MAX_JSON_DEPTH ? endOfArray(text, at, depth) : -1;
    case '"':
      return endOfString(text, at);
    case 't':
      return endOfWord(text, at, 'true');
    case 'f':
      return endOfWord(text, at, 'false');
    case 'n':
      return endOfWord(text, at, 'null');
    default:
      return endOfMatch(NUMBER, text, at);
  }
}

export function endOfString(text: string, at: number): number {
  if (text[at] !== '"') return -1;
  let end = at + 1;
  while (true) {
    end = endOfMatch(PLAIN, text, end);
    if (text[end] === '"') return end + 1;
    end = endOfMatch(ESCAPE, text, end);
    if (end < 0) return -1;
  }
}

export function skipSpace(text: string, at: number): number {
  return endOfMatch(SPACE, text, at);
}

function endOfObject(text: string, from: number, depth: number): number {
  let at = skipSpace(text, from + 1);
  if (text[at] === '}') return at + 1;
  while (true) {
    at = endOfString(text, at);
    if (at < 0) return -1;
    at = skipSpace(text, at);
    if (text[at] !== ':') return -1;
    at = endOfValue(text, skipSpace(text, at + 1), depth + 1);
    if (at < 0) return -1;
    at = skipSpace(text, at);
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') return -1;
    at = skipSpace(text, at + 1);
  }
}

function endOfArray(text: string, from: number, depth: number): number {
  let at = skipSpace(text, from + 1);
  if (text[at] === ']') return at + 1;
  while (true) {
    at = endOfValue(text, at, depth + 1);
    if (at < 0) return -1;
    at = skipSpace(text, at);
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') return -1;
    at = skipSpace(text, at + 1);
  }
}

function endOfWord(text: string, at: number, word: string): number {
  return text.startsWith(word, at) ? at + word.length : -1;
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
