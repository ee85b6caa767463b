import { OutputBuffer } from '@millrace/engine';
import {
  arrayOf,
  BIGINT,
  BOOLEAN,
  BYTES,
  type ColumnType,
  DATE,
  DOUBLE,
  decimal,
  INT,
  JSON_TEXT,
  MAX_DATE,
  MAX_TIMESTAMP_MS,
  MIN_DATE,
  MIN_TIMESTAMP_MS,
  rowOf,
  STRING,
  TIMESTAMP,
  TIMESTAMP_LTZ,
  type TypeKind,
  type Value,
} from '@millrace/model';
import { describe, expect, test } from 'vitest';
import type { TimestampFormat } from './cell-writer.ts';
import { makeJsonDecoder } from './json-decoder.ts';
import { makeJsonEncoder } from './json-encoder.ts';

const FORMATS: readonly TimestampFormat[] = ['sql', 'iso', 'epoch-ms'];
const NANOS_PER_MS = 1_000_000n;
const DIGITS_38 = 10n ** 38n - 1n;

type Extremes = readonly (readonly [ColumnType, readonly Value[]])[];

/** The outermost values of every type, and those where a number stops being exact. */
const EXTREMES: Readonly<Record<TypeKind, Extremes>> = {
  BOOLEAN: [[BOOLEAN, [true, false, null]]],
  INT: [[INT, [-(2 ** 31), 2 ** 31 - 1, 0, null]]],
  BIGINT: [
    [BIGINT, [-(2n ** 63n), 2n ** 63n - 1n, 9007199254740993n, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null]],
  ],
  DOUBLE: [
    [DOUBLE, [Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, 2.2250738585072014e-308, 0.1 + 0.2, 2 ** 53, 1e21, 0, null]],
    [DOUBLE, [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
  ],
  DECIMAL: [
    [decimal(38, 0), [DIGITS_38, -DIGITS_38, 0, null]],
    [decimal(38, 38), [DIGITS_38, -DIGITS_38, 1, -1]],
    [decimal(38, 19), [DIGITS_38, -DIGITS_38, 9007199254740993n]],
    [decimal(1, 1), [9, -9, 0]],
  ],
  STRING: [[STRING, ['', '\u0000\u001f"\\/\u007f\u2028', 'é👍', '\ud800', '\udc00\ud800', '__proto__', 'null', null]]],
  BYTES: [[BYTES, [new Uint8Array(0), Uint8Array.of(0), Uint8Array.of(255, 254), Uint8Array.of(1, 2, 3), null]]],
  DATE: [[DATE, [MIN_DATE, MAX_DATE, 0, -1, null]]],
  TIME: [
    [{ kind: 'TIME', precision: 0 }, [0, 86_399, null]],
    [{ kind: 'TIME', precision: 9 }, [0, 1, 86_399_999_999_999]],
  ],
  TIMESTAMP: [
    [TIMESTAMP, [MIN_TIMESTAMP_MS, MAX_TIMESTAMP_MS, 0, -1, null]],
    [{ kind: 'TIMESTAMP', precision: 0 }, [MIN_TIMESTAMP_MS / 1000, Math.floor(MAX_TIMESTAMP_MS / 1000), -1]],
    [{ kind: 'TIMESTAMP', precision: 9 }, [...nanos(), 1, -1]],
  ],
  TIMESTAMP_LTZ: [
    [TIMESTAMP_LTZ, [MIN_TIMESTAMP_MS, MAX_TIMESTAMP_MS, 0, -1, null]],
    [{ kind: 'TIMESTAMP_LTZ', precision: 9 }, [...nanos(), 1, -1]],
  ],
  JSON: [[JSON_TEXT, ['""', '"null"', '{"a":[1.50,9007199254740993]}', '[null]', '1e400', '-0', 'false', null]]],
  ARRAY: [
    [arrayOf(BIGINT), [[], [null], [2n ** 63n - 1n, null, -1], null]],
    [arrayOf(arrayOf(STRING)), [[[], ['\ud800'], null]]],
  ],
  ROW: [
    [
      rowOf([
        { name: 'n', type: decimal(38, 19) },
        { name: 'inner', type: rowOf([{ name: 'at', type: { kind: 'TIMESTAMP_LTZ', precision: 9 } }]) },
      ]),
      [[DIGITS_38, [1n * NANOS_PER_MS * BigInt(MAX_TIMESTAMP_MS)]], [null, null], [0, [null]], null],
    ],
  ],
};

function nanos(): readonly bigint[] {
  return [BigInt(MIN_TIMESTAMP_MS) * NANOS_PER_MS, BigInt(MAX_TIMESTAMP_MS) * NANOS_PER_MS + 999_999n];
}

describe('decoding what was encoded gives the extremes of every type [X2]', () => {
  const cases = Object.entries(EXTREMES).flatMap(([kind, extremes]) =>
    FORMATS.map((format) => [kind, format, extremes] as const),
  );
  test.each(cases)('%s, times as %s', (_, timestampFormat, extremes) => {
    for (const [type, values] of extremes)
      for (const value of values) expect(roundTrip(type, value, timestampFormat)).toEqual([value]);
  });
});

function roundTrip(type: ColumnType, value: Value, timestampFormat: TimestampFormat): readonly Value[] | string {
  const out = new OutputBuffer(1, 1);
  const columns = [{ name: 'x', type, nullable: true }];
  makeJsonEncoder({ columns, key: null, timestampFormat }).encode([value], 0, out);
  const decoder = makeJsonDecoder([{ name: 'x', type, required: false }]);
  return decoder.decode(out.bytes, out.valueStart[0] as number, out.valueEnd[0] as number) ?? decoder.reason;
}

/** A record as it is read into columns and written from them. */
function rewritten(types: Readonly<Record<string, ColumnType>>, text: string): string {
  const columns = Object.entries(types).map(([name, type]) => ({ name, type, nullable: true }));
  const bytes = new TextEncoder().encode(text);
  const decoder = makeJsonDecoder(columns.map(({ name, type }) => ({ name, type, required: true })));
  const row = decoder.decode(bytes, 0, bytes.length);
  if (row === null) return decoder.reason;
  const out = new OutputBuffer(1, 1);
  makeJsonEncoder({ columns, key: null, timestampFormat: 'sql' }).encode(row, 0, out);
  return new TextDecoder().decode(out.bytes.subarray(0, out.length));
}

test('the digits of 64 bits come out as they came in (node-dogapi#16) [X2]', () => {
  const text = '{"a":9007199254740993,"b":9223372036854775807}';
  expect(rewritten({ a: BIGINT, b: BIGINT }, text)).toBe(text);
});

test('two timestamps of one row are each in their unit (inlong#6552)', () => {
  const types = {
    a: { kind: 'TIMESTAMP', precision: 3 },
    b: { kind: 'TIMESTAMP', precision: 6 },
  } as const;
  const text = '{"a":"2026-01-01 00:00:00.123","b":"2026-01-01 00:00:00.123456"}';
  expect(rewritten(types, text)).toBe(text);
  expect(rewritten(types, '{"a":1767225600123,"b":1767225600123.456}')).toBe(text);
});

test('what precedes an emoji and what follows it stays (simdjson-java#37)', () => {
  expect(rewritten({ a: STRING }, '{"a":"x","a":"\\ud83d\\udc4d 👍 é"}')).toBe('{"a":"👍 👍 é"}');
});
