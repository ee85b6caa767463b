const REPLACEMENT = 0xfffd;
/** As many characters as one call may take as arguments on every engine. */
const CHUNK = 4_096;

/** The text of UTF-8 bytes; each part that is none becomes U+FFFD, as in Java and in browsers. */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = '';
  let points: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    points.push(length > 0 ? codePointAt(bytes, at, length) : REPLACEMENT);
    at += length > 0 ? length : -length;
    if (points.length === CHUNK) {
      text += String.fromCodePoint(...points);
      points = [];
    }
  }
  return text + String.fromCodePoint(...points);
}

/** The UTF-8 bytes of a text; half of a surrogate pair becomes `?`, as in Java. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let size = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    if (point < 0x80) {
      bytes[size++] = point;
    } else if (point < 0x800) {
      bytes[size++] = 0xc0 | (point >> 6);
      bytes[size++] = 0x80 | (point & 0x3f);
    } else if (point >= 0xd800 && point < 0xe000) {
      bytes[size++] = 0x3f;
    } else if (point < 0x10000) {
      bytes[size++] = 0xe0 | (point >> 12);
      bytes[size++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[size++] = 0x80 | (point & 0x3f);
    } else {
      bytes[size++] = 0xf0 | (point >> 18);
      bytes[size++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[size++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[size++] = 0x80 | (point & 0x3f);
    }
  }
  return bytes.slice(0, size);
}

/** Bytes of the code point at a place, negative where they are no UTF-8: the longest beginning of one, at least one byte. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (length === 0) return -1;
  const [least, most] = secondByte(first);
  const second = bytes[at + 1] ?? 0;
  if (second < least || second > most) return -1;
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return -i;
  return length;
}

/** No longer form than needed, no surrogates, nothing beyond U+10FFFF. */
function secondByte(first: number): readonly [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}

function codePointAt(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] as number;
  if (length === 1) return first;
  let point = first & (0x7f >> length);
  for (let i = 1; i < length; i++) point = (point << 6) | ((bytes[at + i] as number) & 0x3f);
  return point;
}
