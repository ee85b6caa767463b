import { OutputBuffer } from '@millrace/engine';
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  type ColumnType,
  DOUBLE,
  INT,
  STRING,
  TIMESTAMP,
  TIMESTAMP_LTZ,
  type Value,
} from '@millrace/model';
import { anyType, anyValueOf } from '@millrace/model/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeJsonDecoder } from './json-decoder.ts';
import { makeJsonEncoder } from './json-encoder.ts';

const text = new TextDecoder();
const TYPES: readonly [string, ColumnType][] = [
  ['i', INT],
  ['b', BIGINT],
  ['d', DOUBLE],
  ['t', BOOLEAN],
  ['s', STRING],
  ['w', TIMESTAMP],
  ['z', TIMESTAMP_LTZ],
];
const columns = TYPES.map(([name, type]) => ({ name, type, nullable: true }));

function encode(
  row: readonly Value[],
  key: readonly number[] | null = null,
  format: 'sql' | 'iso' | 'epoch-ms' = 'sql',
) {
  const out = new OutputBuffer(1, 1);
  makeJsonEncoder({ columns, key, timestampFormat: format }).encode(row, 7, out);
  const part = (start: number, end: number) => (start < 0 ? null : text.decode(out.bytes.subarray(start, end)));
  expect(out.count).toBe(1);
  return {
    key: part(out.keyStart[0] as number, out.keyEnd[0] as number),
    value: part(out.valueStart[0] as number, out.valueEnd[0] as number) ?? '',
    timestampMs: out.timestamps[0],
  };
}

const ROW = [-7, 9223372036854775807n, 0.1, true, 'a"b\n\u0001é👍\ud800', 1_767_225_600_250, -1] as const;

test('a row is written with all columns in order, exact and escaped [X2]', () => {
  expect(encode(ROW)).toEqual({
    key: null,
    value:
      '{"i":-7,"b":9223372036854775807,"d":0.1,"t":true,"s":"a\\"b\\n\\u0001é👍\\ud800","w":"2026-01-01 00:00:00.250","z":"1969-12-31 23:59:59.999Z"}',
    timestampMs: 7,
  });
});

test('the key is a compact object of the key columns in their order', () => {
  expect(encode(ROW, [4, 0]).key).toBe('{"s":"a\\"b\\n\\u0001é👍\\ud800","i":-7}');
  expect(encode(ROW, []).key).toBe('{}');
});

test('times are written in the form that the sink asks for', () => {
  expect(encode(ROW, [5, 6], 'iso').key).toBe('{"w":"2026-01-01T00:00:00.250","z":"1969-12-31T23:59:59.999Z"}');
  expect(encode(ROW, [5, 6], 'epoch-ms').key).toBe('{"w":1767225600250,"z":-1}');
});

test('what JSON lacks is a string or base64 [X2]', () => {
  expect(encode([null, null, Number.NaN, null, null, null, null]).value).toContain('"d":"NaN"');
  const bytes = new OutputBuffer();
  const blob = [{ name: 'v', type: BYTES, nullable: true }];
  makeJsonEncoder({ columns: blob, key: null, timestampFormat: 'sql' }).encode([Uint8Array.of(1, 2, 250, 0)], 0, bytes);
  expect(text.decode(bytes.bytes.subarray(0, bytes.length))).toBe('{"v":"AQL6AA=="}');
});

test('decoding what was encoded gives the row, for every type and its extremes [X2]', () => {
  const formats = fc.constantFrom('sql' as const, 'iso' as const, 'epoch-ms' as const);
  const columnsAndRow = fc.array(anyType(), { minLength: 1, maxLength: 6 }).chain((types) =>
    fc.record({
      columns: fc.constant(types.map((type, i) => ({ name: `c${i}`, type, nullable: true }))),
      row: fc.tuple(...types.map((type) => fc.option(anyValueOf(type), { nil: null }))),
    }),
  );
  fc.assert(
    fc.property(columnsAndRow, formats, ({ columns, row }, timestampFormat) => {
      const out = new OutputBuffer(1, 1);
      makeJsonEncoder({ columns, key: null, timestampFormat }).encode(row, 0, out);
      const decoder = makeJsonDecoder(columns.map(({ name, type }) => ({ name, type, required: false })));
      const read = decoder.decode(out.bytes, out.valueStart[0] as number, out.valueEnd[0] as number);
      expect(read ?? decoder.reason).toEqual(row);
    }),
    { numRuns: 1_000 },
  );
});
