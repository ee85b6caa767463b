import type { JsonPath } from './json-path.ts';
import { endOfString, endOfValue, isJson, skipSpace } from './scan-json.ts';

/** What a path leads to: a part of the text, nothing, or an error with a sentence. */
export type FoundJson =
  | { readonly kind: 'found'; readonly json: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'error'; readonly message: string };

/** Where a name stands twice the last one counts. An array on the way of a name, in lax mode, is no object and so has nothing. */
export function findJson(text: string, { isLax, steps }: JsonPath): FoundJson {
  if (!isJson(text)) return { kind: 'error', message: 'The text is no JSON' };
  let at = skipSpace(text, 0);
  for (const step of steps) {
    at = typeof step === 'number' ? elementAt(text, at, step) : memberAt(text, at, step);
    if (at >= 0) continue;
    if (isLax) return { kind: 'empty' };
    return { kind: 'error', message: `The JSON has nothing at ${typeof step === 'number' ? `[${step}]` : step}` };
  }
  return { kind: 'found', json: text.slice(at, endOfValue(text, at)) };
}

/** The value of a JSON string. */
export function unquoted(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

function memberAt(text: string, from: number, name: string): number {
  if (text[from] !== '{') return -1;
  let found = -1;
  let at = skipSpace(text, from + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    const isWanted = unquoted(text.slice(at, nameEnd)) === name;
    const value = skipSpace(text, skipSpace(text, nameEnd) + 1);
    if (isWanted) found = value;
    at = behind(text, value);
  }
  return found;
}

function elementAt(text: string, from: number, index: number): number {
  if (text[from] !== '[') return -1;
  let at = skipSpace(text, from + 1);
  for (let i = 0; text[at] !== ']' && at < text.length; i++) {
    if (i === index) return at;
    at = behind(text, at);
  }
  return -1;
}

/** The next member or element behind a value, or the end of what it is in. */
function behind(text: string, value: number): number {
  const end = skipSpace(text, endOfValue(text, value));
  return text[end] === ',' ? skipSpace(text, end + 1) : end;
}
