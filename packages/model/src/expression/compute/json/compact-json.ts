import { endOfString, isJson } from './scan-json.ts';

/** A JSON text without the spaces between its tokens; null where it is none. Numbers and strings stay as they were written. */
export function compactJson(text: string): string | null {
  return isJson(text) ? withoutSpace(text) : null;
}

/** The same of a text that is known to be JSON. */
export function withoutSpace(json: string): string {
  let compact = '';
  let from = 0;
  for (let at = 0; at < json.length; ) {
    if (json[at] === '"') {
      at = endOfString(json, at);
    } else if (isSpace(json.charCodeAt(at))) {
      compact += json.slice(from, at);
      while (isSpace(json.charCodeAt(at))) at++;
      from = at;
    } else at++;
  }
  return compact + json.slice(from);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
