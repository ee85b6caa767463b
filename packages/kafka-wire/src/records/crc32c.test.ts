import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32c } from './crc32c.ts';

const ascending = Uint8Array.from({ length: 32 }, (_, i) => i);

test.each([
  ['the check value of the polynomial', Buffer.from('123456789'), 0xe3069283],
  ['RFC 3720, zeros', new Uint8Array(32), 0x8a9136aa],
  ['RFC 3720, ones', new Uint8Array(32).fill(255), 0x62a8ab43],
  ['RFC 3720, ascending', ascending, 0x46dd794e],
  ['RFC 3720, descending', ascending.toReversed(), 0x113fdb5c],
  ['nothing', new Uint8Array(0), 0],
])('CRC-32C of known bytes: %s', (_, bytes, expected) => {
  expect(crc32c(bytes, 0, bytes.length)).toBe(expected);
});

test('eight bytes at a time give what one bit at a time gives, at every alignment', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(8), (bytes, skipped) => {
      const start = Math.min(skipped, bytes.length);
      expect(crc32c(bytes, start, bytes.length)).toBe(bitwise(bytes.subarray(start)));
    }),
  );
});

function bitwise(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}
