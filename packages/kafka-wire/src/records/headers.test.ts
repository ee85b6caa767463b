import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WireError } from '../wire-error.ts';
import { encodeHeaders, type Header, parseHeaders } from './headers.ts';

const bytes = (text: string) => Buffer.from(text);

describe('headers', () => {
  test('are ordered pairs; a key may repeat and a value be null (kafkajs#1121)', () => {
    const headers: Header[] = [
      ['a', bytes('1')],
      ['a', bytes('2')],
      ['b', null],
      ['', bytes('')],
    ];
    expect(parseHeaders(encodeHeaders(headers))).toEqual(headers);
  });

  test('come back as they were written', () => {
    const value = fc.option(fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), value)), (headers) => {
        expect(parseHeaders(encodeHeaders(headers))).toEqual(headers);
      }),
    );
  });

  test.each([
    ['more pairs than bytes', [200, 1]],
    ['a key that is longer than the section', [2, 100, 97]],
    ['a number without an end', [255, 255, 255, 255, 255, 255]],
  ])('a torn section is refused: %s', (_, section) => {
    expect(() => parseHeaders(Uint8Array.from(section))).toThrow(WireError);
  });
});
