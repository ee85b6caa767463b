import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameError, FrameReader } from './frame-reader.ts';

function framed(payload: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

test('frames come out as they went in, however the bytes are cut', () => {
  const payloads = fc.array(fc.uint8Array({ minLength: 8, maxLength: 60 }), { maxLength: 8 });
  fc.assert(
    fc.property(payloads, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map(framed));
      const reader = new FrameReader(1_000);
      const got: Buffer[] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const next = at + (cuts[i % cuts.length] as number);
        reader.push(bytes.subarray(at, next));
        at = next;
        for (let frame = reader.next(); frame !== null; frame = reader.next()) got.push(frame);
      }
      expect(got.map((frame) => [...frame])).toEqual(sent.map((frame) => [...frame]));
      expect(reader.pendingBytes).toBe(0);
    }),
  );
});

test.each([-1, 0, 7, 1_001, 2 ** 31 - 1])('a length of %d is refused before its bytes come', (length) => {
  const prefix = Buffer.alloc(4);
  prefix.writeInt32BE(length);
  const reader = new FrameReader(1_000);
  reader.push(prefix);
  expect(() => reader.next()).toThrow(FrameError);
});

/** Bytes that objects of this process have, once what nobody needs is gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a frame that comes byte by byte takes little more memory than its bytes, and comes out whole', () => {
  const payload = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
  const reader = new FrameReader(1_000_000);
  const before = heldBytes();
  for (const byte of framed(payload).subarray(0, -1)) reader.push(Buffer.alloc(1, byte));
  expect(reader.next()).toBeNull();
  expect(heldBytes() - before).toBeLessThan(4_000_000);
  reader.push(payload.subarray(-1));
  expect(reader.next()?.equals(payload)).toBe(true);
  expect(reader.pendingBytes).toBe(0);
});
