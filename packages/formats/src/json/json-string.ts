import { decodeUtf8 } from './utf8.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** The text of a validated JSON string, [start, end) between its quotes. */
export function decodeJsonString(bytes: Uint8Array, start: number, end: number): string {
  return decodeUtf8(bytes, start, end).replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/g,
    (_, hex: string | undefined, simple: string) =>
      hex === undefined ? (SIMPLE[simple] ?? simple) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
