import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { WireError } from './wire-error.ts';

function roundTrip<T>(write: (out: ByteWriter) => void, read: (reader: ByteReader) => T): T {
  const out = new ByteWriter(1);
  write(out);
  const bytes = Buffer.concat(out.chunks());
  expect(bytes.length).toBe(out.length);
  const reader = new ByteReader(bytes);
  const value = read(reader);
  expect(reader.remaining).toBe(0);
  return value;
}

const text = fc.option(fc.string({ unit: 'grapheme' }));
const bytes = fc.option(fc.uint8Array({ maxLength: 9000 }).map((array) => Buffer.from(array)));

describe('primitive types come back as they were written', () => {
  test('numbers', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.integer(),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.integer({ min: -(2 ** 52), max: 2 ** 52 - 1 }),
        (n, i, id, delta) => {
          expect(
            roundTrip(
              (out) => out.int64(n),
              (reader) => reader.int64(),
            ),
          ).toBe(n);
          expect(
            roundTrip(
              (out) => out.int32(i),
              (reader) => reader.int32(),
            ),
          ).toBe(i);
          expect(
            roundTrip(
              (out) => out.varint(i),
              (reader) => reader.varint(),
            ),
          ).toBe(i);
          expect(
            roundTrip(
              (out) => out.uvarint(i >>> 0),
              (reader) => reader.uvarint(),
            ),
          ).toBe(i >>> 0);
          expect(
            roundTrip(
              (out) => out.bigint64(id),
              (reader) => reader.bigint64(),
            ),
          ).toBe(id);
          expect(
            roundTrip(
              (out) => out.varint(delta),
              (reader) => reader.varlong(),
            ),
          ).toBe(delta);
        },
      ),
    );
  });

  test('strings, bytes and ids, plain and compact', () => {
    fc.assert(
      fc.property(text, bytes, fc.uuid(), fc.boolean(), (string, raw, id, compact) => {
        expect(
          roundTrip(
            (out) => out.string(string, compact),
            (reader) => reader.nullableString(compact),
          ),
        ).toBe(string);
        expect(
          roundTrip(
            (out) => out.bytes(raw, compact),
            (reader) => reader.nullableBytes(compact),
          ),
        ).toEqual(raw);
        expect(
          roundTrip(
            (out) => out.uuid(id),
            (reader) => reader.uuid(),
          ),
        ).toBe(id);
      }),
    );
  });
});

describe('what does not fit is refused', () => {
  test.each<[string, number[], (reader: ByteReader) => unknown]>([
    ['a number that is cut off', [0, 0, 0], (reader) => reader.int32()],
    ['an offset beyond 2^53', [0, 32, 0, 0, 0, 0, 0, 0], (reader) => reader.int64()],
    ['a string longer than the frame', [0x7f, 0xff, 65], (reader) => reader.string(false)],
    ['a compact string longer than the frame', [0xff, 0xff, 0xff, 0xff, 0x0f], (reader) => reader.string(true)],
    ['bytes longer than the frame', [0x7f, 0xff, 0xff, 0xff], (reader) => reader.bytes(false)],
    ['null where a string must be', [0xff, 0xff], (reader) => reader.string(false)],
    ['null where bytes must be', [0], (reader) => reader.bytes(true)],
    ['a varint of six bytes', [128, 128, 128, 128, 128, 1], (reader) => reader.uvarint()],
    ['a varint beyond 32 bits', [255, 255, 255, 255, 127], (reader) => reader.uvarint()],
    ['a varlong beyond 2^53', [255, 255, 255, 255, 255, 255, 255, 127], (reader) => reader.varlong()],
    ['an array of more elements than bytes', [0x7f, 0xff, 0xff, 0xff, 0], (reader) => reader.arrayLength(false, 1)],
    ['a tagged field longer than the frame', [1, 0, 127], (reader) => reader.skipTaggedFields()],
    [
      'more tagged fields than the frame holds',
      [0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0],
      (reader) => reader.skipTaggedFields(),
    ],
  ])('%s', (_, raw, read) => {
    expect(() => read(new ByteReader(Buffer.from(raw)))).toThrow(WireError);
  });

  test.each([2 ** 53, -(2 ** 53), 0.5, Number.NaN])('%d is not written as an offset', (value) => {
    expect(() => new ByteWriter().int64(value)).toThrow(RangeError);
  });
});

test('tagged fields of newer versions are passed', () => {
  const reader = new ByteReader(Buffer.from([2, 0, 1, 9, 5, 2, 9, 9, 42]));
  reader.skipTaggedFields();
  expect(reader.int8()).toBe(42);
});
