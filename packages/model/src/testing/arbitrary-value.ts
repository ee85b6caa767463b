import fc from 'fast-check';
import type { ColumnType } from '../values/column-type.ts';
import { MAX_DATE, MIN_DATE } from '../values/date.ts';
import { canonicalInt } from '../values/integer.ts';
import { MAX_TIMESTAMP_MS, MIN_TIMESTAMP_MS } from '../values/timestamp.ts';
import type { Value } from '../values/value.ts';

const SECONDS_PER_DAY = 86_400;

/**
 * Any value of a type with its extremes, without NULL at the top; inside of lists NULL stands too. JSON's own null is
 * not among them: in a record it says NULL.
 */
export function anyValueOf(type: ColumnType): fc.Arbitrary<NonNullable<Value>> {
  switch (type.kind) {
    case 'BOOLEAN':
      return fc.boolean();
    case 'INT':
      return fc.integer();
    case 'BIGINT':
      return integers(-(2n ** 63n), 2n ** 63n - 1n);
    case 'DOUBLE':
      return fc.double().map((value) => value + 0);
    case 'DECIMAL':
      return integers(1n - 10n ** BigInt(type.precision), 10n ** BigInt(type.precision) - 1n);
    case 'STRING':
      return fc.string({ unit: 'grapheme' });
    case 'BYTES':
      return fc.uint8Array();
    case 'DATE':
      return edged(MIN_DATE, MAX_DATE);
    case 'TIME':
      return edged(0, SECONDS_PER_DAY * 10 ** type.precision - 1);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return integers(timeUnits(MIN_TIMESTAMP_MS, type.precision), timeUnits(MAX_TIMESTAMP_MS, type.precision));
    case 'JSON':
      return fc
        .json()
        .map((text) => JSON.stringify(JSON.parse(text)))
        .filter((text) => text !== 'null');
    case 'ARRAY':
      return fc.array(nullable(type.element), { maxLength: 5 });
    case 'ROW':
      return fc.tuple(...type.fields.map((field) => nullable(field.type)));
  }
}

function nullable(type: ColumnType): fc.Arbitrary<Value> {
  return fc.option(anyValueOf(type), { nil: null });
}

function integers(min: bigint, max: bigint): fc.Arbitrary<number | bigint> {
  return fc.oneof({ weight: 4, arbitrary: fc.bigInt({ min, max }) }, fc.constantFrom(min, max, 0n)).map(canonicalInt);
}

function edged(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min, max }) }, fc.constantFrom(min, max, 0));
}

function timeUnits(ms: number, precision: number): bigint {
  return precision >= 3 ? BigInt(ms) * 10n ** BigInt(precision - 3) : BigInt(Math.floor(ms / 10 ** (3 - precision)));
}
