/** What a byte inside of a JSON string is. */
export const PLAIN = 0;
export const QUOTE = 1;
export const BACKSLASH = 2;
export const CONTROL = 3;
export const NOT_ASCII = 4;

export const BYTE_CLASS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20) return CONTROL;
  if (byte === 0x22) return QUOTE;
  if (byte === 0x5c) return BACKSLASH;
  return byte >= 0x80 ? NOT_ASCII : PLAIN;
});

/** The bytes that may follow a backslash, `u` excepted. */
export const IS_SIMPLE_ESCAPE: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

export function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
