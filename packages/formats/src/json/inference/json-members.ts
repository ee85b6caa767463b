import type { JsonCursor } from '../json-cursor.ts';
import { decodeJsonString } from '../json-string.ts';

export type MemberRange = { readonly place: number; readonly start: number; readonly end: number };

const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/** The members of a validated object that begins at `start`; the last of duplicate names counts, at its own place. */
export function membersOf(cursor: JsonCursor, start: number): ReadonlyMap<string, MemberRange> {
  const { bytes } = cursor;
  const members = new Map<string, MemberRange>();
  let at = cursor.space(start + 1);
  for (let place = 0; bytes[at] !== CLOSE_BRACE; place++) {
    const behind = cursor.string(at + 1);
    const value = cursor.colon(behind);
    const end = cursor.value(value, 0);
    members.set(decodeJsonString(bytes, at + 1, behind - 1), { place, start: value, end });
    at = behindComma(cursor, end);
  }
  return members;
}

/** The elements of a validated array that begins at `start`. */
export function elementsOf(cursor: JsonCursor, start: number): readonly MemberRange[] {
  const elements: MemberRange[] = [];
  let at = cursor.space(start + 1);
  while (cursor.bytes[at] !== CLOSE_BRACKET) {
    const end = cursor.value(at, 0);
    elements.push({ place: 0, start: at, end });
    at = behindComma(cursor, end);
  }
  return elements;
}

function behindComma(cursor: JsonCursor, end: number): number {
  const at = cursor.space(end);
  return cursor.bytes[at] === COMMA ? cursor.space(at + 1) : at;
}
