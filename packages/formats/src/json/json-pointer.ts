import { JsonCursor } from './json-cursor.ts';
import { decodeJsonString } from './json-string.ts';

/** The steps of a JSON Pointer (RFC 6901); the whole document is no place for a column, so there is at least one. */
export function parsePointer(path: string): string[] {
  return path
    .replace(/^\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export type ByteRange = { readonly start: number; readonly end: number };

/** Where a pointer leads to inside of a validated object or array; null where it leads nowhere. The last of duplicate names counts. */
export function findPointer(bytes: Uint8Array, start: number, end: number, steps: readonly string[]): ByteRange | null {
  const cursor = new JsonCursor();
  cursor.bind(bytes);
  cursor.end = end;
  let range: ByteRange | null = { start, end };
  for (const step of steps) {
    if (range === null) return null;
    range = findMember(cursor, bytes, range.start, step);
  }
  return range;
}

function findMember(cursor: JsonCursor, bytes: Uint8Array, start: number, step: string): ByteRange | null {
  const isObject = bytes[start] === 0x7b;
  if (!isObject && bytes[start] !== 0x5b) return null;
  let found: ByteRange | null = null;
  let at = cursor.space(start + 1);
  for (let index = 0; bytes[at] !== 0x7d && bytes[at] !== 0x5d; index++) {
    let name = String(index);
    if (isObject) {
      const behind = cursor.string(at + 1);
      name = decodeJsonString(bytes, at + 1, behind - 1);
      at = cursor.colon(behind);
    }
    const end = cursor.value(at, 0);
    if (name === step) found = { start: at, end };
    at = cursor.space(end);
    if (bytes[at] === 0x2c) at = cursor.space(at + 1);
  }
  return found;
}
