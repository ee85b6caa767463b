import {
  arrayOf,
  BIGINT,
  BOOLEAN,
  BYTES,
  DATE,
  DOUBLE,
  decimal,
  INT,
  JSON_TEXT,
  rowOf,
  STRING,
  TIMESTAMP,
  TIMESTAMP_LTZ,
} from '@millrace/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonColumn, makeJsonDecoder } from './json-decoder.ts';

const utf8 = new TextEncoder();
const column = (name: string, type: JsonColumn['type'], more: Partial<JsonColumn> = {}): JsonColumn => ({
  name,
  type,
  required: false,
  ...more,
});

/** Decodes at an odd place of a larger buffer, so that a read beyond the record or an alignment shows. */
function decodeAt(columns: readonly JsonColumn[], bytes: Uint8Array, shift: number) {
  const decoder = makeJsonDecoder(columns);
  const around = new Uint8Array(bytes.length + shift + 9).fill(0x22);
  around.set(bytes, shift);
  const row = decoder.decode(around, shift, shift + bytes.length);
  return row ?? decoder.reason;
}

const decode = (columns: readonly JsonColumn[], text: string) => decodeAt(columns, utf8.encode(text), 3);

describe('values of a column [X2]', () => {
  const cases: readonly [JsonColumn['type'], string, unknown][] = [
    [INT, '5', 5],
    [INT, '-0', 0],
    [INT, '"12"', 12],
    [INT, '2147483648', 'The column x wants INT, got 2147483648 at byte 5, which is beyond its range.'],
    [INT, '1.0', 1],
    [INT, '1e3', 1000],
    [
      decimal(4, 2),
      '1.005',
      'The column x wants DECIMAL(4, 2), got 1.005 at byte 5, which has more digits behind the point than its scale.',
    ],
    [
      decimal(4, 2),
      '100',
      'The column x wants DECIMAL(4, 2), got 100 at byte 5, which has more digits before the point than it has room for.',
    ],
    [INT, '1.5', 'The column x wants INT, got 1.5 at byte 5, which has a fraction.'],
    [BIGINT, '9007199254740993', 9007199254740993n],
    [BIGINT, '"9223372036854775807"', 9223372036854775807n],
    [BIGINT, '-9223372036854775808', -9223372036854775808n],
    [
      BIGINT,
      '9223372036854775808',
      'The column x wants BIGINT, got 9223372036854775808 at byte 5, which is beyond its range.',
    ],
    [BIGINT, '9.007199254740993e15', 9007199254740993n],
    [BIGINT, '1e999', 'The column x wants BIGINT, got 1e999 at byte 5, which is beyond its range.'],
    [BIGINT, '"abc"', 'The column x wants BIGINT, got "abc" at byte 5.'],
    [BIGINT, 'true', 'The column x wants BIGINT, got true at byte 5.'],
    [BIGINT, '{"a":1}', 'The column x wants BIGINT, got {"a":1} at byte 5.'],
    [BIGINT, 'null', null],
    [DOUBLE, '1.25', 1.25],
    [DOUBLE, '-0.0', 0],
    [DOUBLE, '"NaN"', Number.NaN],
    [DOUBLE, '"-Infinity"', Number.NEGATIVE_INFINITY],
    [DOUBLE, '1e999', 'The column x wants DOUBLE, got 1e999 at byte 5, which is beyond its range.'],
    [STRING, '"tea"', 'tea'],
    [STRING, '"\\u00e9\\n\\ud83d\\udc4d"', 'é\n👍'],
    [STRING, '"👍"', '👍'],
    [STRING, '{"a": [1]}', '{"a": [1]}'],
    [STRING, '1.50', '1.50'],
    [BOOLEAN, 'true', true],
    [BOOLEAN, '"true"', 'The column x wants BOOLEAN, got "true" at byte 5.'],
    [TIMESTAMP, '"2026-01-01 00:00:00.250"', 1_767_225_600_250],
    [TIMESTAMP_LTZ, '"2026-01-01T01:00:00+01:00"', 1_767_225_600_000],
    [TIMESTAMP_LTZ, '1767225600000', 1_767_225_600_000],
    [TIMESTAMP_LTZ, '"1767225600000"', 1_767_225_600_000],
    [TIMESTAMP_LTZ, '-1', -1],
    [{ kind: 'TIMESTAMP', precision: 9 }, '"2026-01-01 00:00:00.123456789"', 1_767_225_600_123_456_789n],
    [{ kind: 'TIMESTAMP', precision: 0 }, '"2026-01-01 00:00:00.999"', 1_767_225_600],
    [{ kind: 'TIMESTAMP_LTZ', precision: 6 }, '1767225600000.25', 1_767_225_600_000_250],
    [{ kind: 'TIME', precision: 3 }, '"10:11:12.5"', 36_672_500],
    [{ kind: 'TIME', precision: 0 }, '"24:00:00"', 'The column x wants TIME(0), got "24:00:00" at byte 5.'],
    [DATE, '"2024-02-29"', 19_782],
    [DATE, '"2026-02-29"', 'The column x wants DATE, got "2026-02-29" at byte 5.'],
    [decimal(10, 2), '12.34', 1234],
    [decimal(10, 2), '"12.340"', 1234],
    [decimal(10, 2), '12', 1200],
    [decimal(10, 2), '1.234e1', 1234],
    [decimal(38, 0), '99999999999999999999999999999999999999', 99999999999999999999999999999999999999n],
    [BYTES, '"AQL6AA=="', Uint8Array.of(1, 2, 250, 0)],
    [BYTES, '"A"', 'The column x wants BYTES, got "A" at byte 5.'],
    [JSON_TEXT, '{"a" : [ 1.50, " b\\"  " ] }', '{"a":[1.50," b\\"  "]}'],
    [JSON_TEXT, '"a b"', '"a b"'],
    [arrayOf(INT), '[1, null,3 ]', [1, null, 3]],
    [arrayOf(INT), '[]', []],
    [arrayOf(INT), '{}', 'The column x wants ARRAY<INT>, got {} at byte 5.'],
    [
      rowOf([
        { name: 'a', type: INT },
        { name: 'b', type: arrayOf(STRING) },
      ]),
      '{"b":["x"],"c":1}',
      [null, ['x']],
    ],
    [TIMESTAMP_LTZ, '"yesterday"', 'The column x wants TIMESTAMP_LTZ(3), got "yesterday" at byte 5.'],
  ];
  test.each(cases)('%j from %s', (type, text, expected) => {
    const got = decode([column('x', type)], `{"x":${text}}`);
    expect(got).toEqual(typeof expected === 'string' && expected.startsWith('The column') ? expected : [expected]);
  });
});

describe('a number of the unit that was confirmed [T3] (rally#79)', () => {
  const cases: readonly [JsonColumn['unit'] & string, number, string, unknown][] = [
    ['s', 3, '1700000000', 1_700_000_000_000],
    ['s', 6, '1700000000.25', 1_700_000_000_250_000],
    ['s', 3, '"1700000000"', 1_700_000_000_000],
    ['s', 3, '-1', -1_000],
    ['ms', 3, '1700000000000', 1_700_000_000_000],
    ['us', 6, '1700000000000000', 1_700_000_000_000_000],
    ['us', 3, '1700000000000999', 1_700_000_000_000],
    ['us', 3, '-1', -1],
    ['ns', 9, '1700000000000000001', 1_700_000_000_000_000_001n],
    ['ns', 3, '1700000000000000001', 1_700_000_000_000],
    ['s', 3, '"2026-01-01T00:00:00Z"', 1_767_225_600_000],
    ['s', 3, '1700000000.25', 1_700_000_000_250],
    [
      's',
      3,
      '1700000000000',
      'The column x wants TIMESTAMP_LTZ(3), got 1700000000000 at byte 5, which is no time of the years 1 to 9999 in seconds.',
    ],
  ];
  test.each(cases)('%s for TIMESTAMP_LTZ(%i) from %s', (unit, precision, text, expected) => {
    const got = decode([column('x', { kind: 'TIMESTAMP_LTZ', precision }, { unit })], `{"x":${text}}`);
    expect(got).toEqual(typeof expected === 'string' ? expected : [expected]);
  });
});

describe('records that are refused, each with its reason (ksql#314, seatunnel#12038) [E8]', () => {
  const cases: readonly [string, RegExp][] = [
    ['', /it is empty at byte 0/],
    ['{', /it is cut off at byte 1/],
    ['null', /it is not an object/],
    ['[]', /it is not an object/],
    ['NaN', /it is not an object/],
    ['{"x":1', /it is cut off/],
    ['{"x":1}}', /text follows after the end at byte 7/],
    ['{"x":01}', /comma is expected|number/],
    ['{"x":1,}', /a name is expected/],
    ['{"a":"\u0001"}', /control character/],
    ['{"a":"\\x"}', /unknown escape/],
    ['{"a":tru}', /a value is expected/],
  ];
  test.each(cases)('%j', (text, reason) => {
    expect(decode([column('x', INT)], text)).toMatch(reason);
  });

  test('bytes that are not UTF-8, in names and values', () => {
    const broken = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]];
    for (const bytes of broken) {
      const value = Uint8Array.from([...utf8.encode('{"a":"'), ...bytes, ...utf8.encode('"}')]);
      expect(decodeAt([column('x', INT)], value, 1)).toMatch(/not UTF-8/);
      const name = Uint8Array.from([...utf8.encode('{"'), ...bytes, ...utf8.encode('":1}')]);
      expect(decodeAt([column('x', INT)], name, 1)).toMatch(/not UTF-8/);
    }
  });

  test('deep nesting ends as an error, not as a full stack [X6]', () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(decode([column('x', INT)], deep(127))).toEqual([null]);
    expect(decode([column('x', INT)], deep(128))).toMatch(/nested deeper than 128/);
    expect(decode([column('x', INT)], deep(400_000))).toMatch(/nested deeper than 128/);
  });

  test('a required column that is absent or null', () => {
    const required = [column('x', INT, { required: true })];
    expect(decode(required, '{"y":1}')).toBe('The column x is required and not in the value.');
    expect(decode(required, '{"x":null}')).toBe('The column x is required and null.');
  });
});

test('the last of duplicate names counts, also over another kind (simdjson-java#37)', () => {
  expect(decode([column('a', INT)], '{"a":2,"a":123}')).toEqual([123]);
  expect(decode([column('a', INT)], '{"a":2,"a":null}')).toEqual([null]);
});

test('a name with escapes is the name', () => {
  expect(decode([column('price', INT)], '{"pri\\u0063e":7}')).toEqual([7]);
});

test('a pointer reaches into objects and arrays', () => {
  const columns = [
    column('amount', BIGINT, { path: '/order/amount' }),
    column('first', STRING, { path: '/order/items/0/na~1me' }),
    column('none', INT, { path: '/order/items/7' }),
  ];
  expect(decode(columns, '{"order":{"amount":1,"items":[{"na/me":"tea"}, 2],"amount":"5"}}')).toEqual([5, 'tea', null]);
});

test('names are predicted from the record before, and a record that differs is read right', () => {
  const decoder = makeJsonDecoder([column('a', INT), column('b', INT)]);
  const read = (text: string) => decoder.decode(utf8.encode(text), 0, utf8.encode(text).length);
  expect(read('{"a":1,"b":2}')).toEqual([1, 2]);
  expect(read('{"b":3,"a":4}')).toEqual([4, 3]);
  expect(read('{"ab":1,"b":2}')).toEqual([null, 2]);
  expect(read('{"a":5}')).toEqual([5, null]);
});

describe('agreement with JSON.parse', () => {
  const SEEDS = [
    '{"auction":1007,"bidder":12,"price":-25.5e3,"channel":"web \\"x\\" \\u00e9","url":"https://x/é👍","dateTime":1767225600000,"extra":{"a":[1,2,{"b":null}],"c":true}}',
    '{ "price" : 9007199254740993 , "name" : "" , "list" : [ ] , "o" : { } }',
    '{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\\\","price":0}',
  ];
  const BYTES = [...utf8.encode('{}[]",:\\truefalsn0123456789.eE+-u \n\u0000'), 0x80, 0xc3, 0xff];
  const columns = [column('price', STRING), column('name', STRING), column('channel', STRING)];

  /** What JSON.parse says of well-formed UTF-8; null where it refuses, or where the value is no object. */
  function parsed(bytes: Uint8Array): Record<string, unknown> | null {
    try {
      const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as Record<string, unknown>)
        : null;
    } catch {
      return null;
    }
  }

  test('mutated texts are accepted by both or by neither, with the same strings', () => {
    const mutation = fc.record({
      seed: fc.nat(SEEDS.length - 1),
      edits: fc.array(fc.tuple(fc.nat(400), fc.nat(BYTES.length - 1), fc.nat(3)), { minLength: 1, maxLength: 4 }),
      shift: fc.nat(7),
    });
    const check = fc.property(mutation, ({ seed, edits, shift }) => {
      const bytes = [...utf8.encode(SEEDS[seed])];
      for (const [place, byte, kind] of edits) {
        const at = place % (bytes.length + 1);
        if (kind === 0) bytes.splice(at, 1);
        else if (kind === 1) bytes.splice(at, 0, BYTES[byte] as number);
        else if (kind === 2) bytes[Math.min(at, bytes.length - 1)] = BYTES[byte] as number;
        else bytes.length = at;
      }
      const text = Uint8Array.from(bytes);
      const expected = parsed(text);
      const got = decodeAt(columns, text, shift);
      if (expected === null) expect(got).toBeTypeOf('string');
      else {
        expect(got).toBeTypeOf('object');
        columns.forEach(({ name }, i) => {
          const value = expected[name];
          if (typeof value === 'string') expect((got as unknown[])[i]).toBe(value);
          else expect((got as unknown[])[i] === null).toBe(value === undefined || value === null);
        });
      }
    });
    fc.assert(check, { numRuns: 20_000 });
  });
});
