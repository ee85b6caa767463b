const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes in base64 with padding (RFC 4648). */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += DIGITS.charAt(group >> 18) + DIGITS.charAt((group >> 12) & 63);
    text += (left > 1 ? DIGITS.charAt((group >> 6) & 63) : '=') + (left > 2 ? DIGITS.charAt(group & 63) : '=');
  }
  return text;
}
