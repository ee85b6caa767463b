import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

test('any bytes are read as a browser reads them', () => {
  const hostile = fc.array(
    fc.constantFrom(
      0x41,
      0x7f,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc0,
      0xc2,
      0xe0,
      0xe1,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
      0xff,
    ),
  );
  fc.assert(
    fc.property(fc.oneof(hostile, fc.uint8Array()), (bytes) => {
      const array = Uint8Array.from(bytes);
      expect(decodeUtf8(array)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(array));
    }),
    { numRuns: 2_000 },
  );
});

test('a text is written and read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text));
      expect(decodeUtf8(encodeUtf8(text))).toBe(text);
    }),
  );
  expect(decodeUtf8(encodeUtf8('é'.repeat(10_000)))).toBe('é'.repeat(10_000));
});

test('half of a pair is written as a question mark', () => {
  expect(decodeUtf8(encodeUtf8('a\ud800b\udc00'))).toBe('a?b?');
});
