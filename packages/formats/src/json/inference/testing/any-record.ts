import { OutputBuffer } from '@millrace/engine';
import { anyType, anyValueOf } from '@millrace/model/testing';
import fc from 'fast-check';
import { makeJsonEncoder } from '../../json-encoder.ts';
import type { JsonSample } from '../json-sample.ts';

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Texts on the borders between kinds, and between what types accept. */
const anyOddValue = fc.constantFrom(
  ...['null', 'true', '0', '-0', '1.10', '1e3', '1e400', '1e-400', '1e39', '9007199254740993', '2147483648'],
  ...['9223372036854775808', '0.1234567', '123456789012345678901234567890.123456789', '1700000000', '1700000000000'],
  ...['"x"', '"12"', '"1.5"', '"007"', '"1e400"', '"NaN"', '""', '"2026-01-01"', '"10:11:12.5"', '"\\ud800"', '"é👍"'],
  ...['"2026-01-01T00:00:00.1234567Z"', '"2026-01-01 00:00:00"', '"9999-12-31T23:59:59-23:59"', '{}', '[]', '[[1],2]'],
  ...['{"a":1,"a":"x"}', '{"a b":1}', '{"a":{"b":[{"c":null},{"c":2}]}}', '[1,"1",null]', '[{"a":1},{"b":2}]'],
);

const anyOddRecord = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'a b', ''), anyOddValue), { maxLength: 4 })
  .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)} : ${value}`).join(',')}}`);

/** A record as our encoder writes it, of any types. */
export const anyRecord: fc.Arbitrary<string> = fc
  .array(anyType(2), { minLength: 1, maxLength: 3 })
  .chain((types) =>
    fc.record({
      columns: fc.constant(types.map((type, i) => ({ name: `c${i}`, type, nullable: true }))),
      row: fc.tuple(...types.map((type) => fc.option(anyValueOf(type), { nil: null }))),
      timestampFormat: fc.constantFrom('sql' as const, 'iso' as const, 'epoch-ms' as const),
    }),
  )
  .map(({ columns, row, timestampFormat }) => {
    const out = new OutputBuffer(1, 1);
    makeJsonEncoder({ columns, key: null, timestampFormat }).encode(row, 0, out);
    return text.decode(out.bytes.subarray(out.valueStart[0], out.valueEnd[0]));
  });

/** Samples of few columns: often of one kind with a few that contradict it, of several partitions, some of which are no records. */
export const anyRecords: fc.Arbitrary<readonly JsonSample[]> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 8, arbitrary: anyOddRecord }, anyRecord, fc.constantFrom('', '[]', '{"a"')), {
      maxLength: 12,
    }),
    anyOddRecord,
    fc.nat(60),
    fc.array(fc.record({ partition: fc.nat(2), timestampMs: fc.integer({ min: -1, max: 2_000_000_000_000 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
  )
  .map(([odd, usual, times, places]) =>
    [...Array.from({ length: times }, () => usual), ...odd].map((record, i) => ({
      ...(places[i % places.length] as (typeof places)[number]),
      bytes: utf8.encode(record),
      offset: BigInt(i),
    })),
  );
