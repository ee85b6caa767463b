const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const TEXT = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** RFC 4648, with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = [bytes[i] as number, bytes[i + 1], bytes[i + 2]];
    text += `${sextet(a >> 2)}${sextet(((a & 3) << 4) | ((b ?? 0) >> 4))}`;
    text += b === undefined ? '=' : sextet(((b & 15) << 2) | ((c ?? 0) >> 6));
    text += c === undefined ? '=' : sextet(c & 63);
  }
  return text;
}

/** The bytes of a text in base64, or null where it is none. */
export function decodeBase64(text: string): Uint8Array | null {
  if (!TEXT.test(text)) return null;
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let at = 0;
  for (let i = 0; i < digits.length; i++) {
    bits = (bits << 6) | ALPHABET.indexOf(digits.charAt(i));
    if (i % 4 > 0) bytes[at++] = (bits >> (6 - 2 * (i % 4))) & 0xff;
  }
  return bytes;
}

function sextet(index: number): string {
  return ALPHABET.charAt(index);
}
