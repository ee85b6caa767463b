import type { OutputBuffer } from '@millrace/engine';

const HEX = '0123456789abcdef';
const SHORT: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** A text as a JSON string in ASCII and beyond; control characters and lone surrogates as escapes. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Writes a text as a JSON string in UTF-8. */
export function writeString(text: string, out: OutputBuffer): void {
  out.ensure(6 * text.length + 2);
  const bytes = out.bytes;
  let at = out.length;
  bytes[at++] = 0x22;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x20 && unit < 0x80 && unit !== 0x22 && unit !== 0x5c) bytes[at++] = unit;
    else if (unit < 0x80) at = writeAscii(SHORT[unit] ?? unicodeEscape(unit), bytes, at);
    else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else if (unit < 0xd800 || unit > 0xdfff) {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      const point = text.codePointAt(i) as number;
      if (point < 0x10000) at = writeAscii(unicodeEscape(unit), bytes, at);
      else {
        bytes[at++] = 0xf0 | (point >> 18);
        bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
        bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
        bytes[at++] = 0x80 | (point & 0x3f);
        i++;
      }
    }
  }
  bytes[at++] = 0x22;
  out.length = at;
}

function unicodeEscape(unit: number): string {
  return `\\u${HEX[unit >> 12]}${HEX[(unit >> 8) & 15]}${HEX[(unit >> 4) & 15]}${HEX[unit & 15]}`;
}

/** ASCII text into bytes at `at`; gives the offset behind it. There must be room. */
export function writeAscii(text: string, bytes: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}
