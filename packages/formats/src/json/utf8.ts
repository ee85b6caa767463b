/** Whether bytes [start, end) are well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    const lead = bytes[at++] as number;
    if (lead < 0x80) continue;
    const more =
      lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
    if (more === 0 || at + more > end) return false;
    const second = bytes[at] as number;
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (second < low || second > high) return false;
    for (let i = 1; i < more; i++) {
      const next = bytes[at + i] as number;
      if (next < 0x80 || next > 0xbf) return false;
    }
    at += more;
  }
  return true;
}

/** The text of well-formed UTF-8. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; ) {
    const lead = bytes[at++] as number;
    if (lead < 0x80) text += String.fromCharCode(lead);
    else if (lead < 0xe0) text += String.fromCharCode(((lead & 0x1f) << 6) | ((bytes[at++] as number) & 0x3f));
    else if (lead < 0xf0) {
      text += String.fromCharCode(
        ((lead & 0x0f) << 12) | (((bytes[at] as number) & 0x3f) << 6) | ((bytes[at + 1] as number) & 0x3f),
      );
      at += 2;
    } else {
      const point =
        ((lead & 0x07) << 18) |
        (((bytes[at] as number) & 0x3f) << 12) |
        (((bytes[at + 1] as number) & 0x3f) << 6) |
        ((bytes[at + 2] as number) & 0x3f);
      text += String.fromCodePoint(point);
      at += 3;
    }
  }
  return text;
}

/** The bytes of a text; a lone surrogate becomes U+FFFD, as everywhere in UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const read = character.codePointAt(0) as number;
    const point = read >= 0xd800 && read <= 0xdfff ? 0xfffd : read;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
    else
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 0x3f),
        0x80 | ((point >> 6) & 0x3f),
        0x80 | (point & 0x3f),
      );
  }
  return Uint8Array.from(bytes);
}
