import fc from 'fast-check';
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
  rowOf,
  STRING,
} from '../values/column-type.ts';
import { anyName } from './arbitrary-document.ts';

const precision = fc.nat(9);

const anyScalarType: fc.Arbitrary<ColumnType> = fc.oneof(
  fc.constantFrom(BOOLEAN, INT, BIGINT, DOUBLE, STRING, BYTES, DATE, JSON_TEXT),
  fc.integer({ min: 1, max: 38 }).chain((digits) => fc.nat(digits).map((scale) => decimal(digits, scale))),
  fc.record({ kind: fc.constant('TIME' as const), precision }),
  fc.record({ kind: fc.constantFrom('TIMESTAMP' as const, 'TIMESTAMP_LTZ' as const), precision }),
);

/** Any type, some levels deep. */
export function anyType(depth = 3): fc.Arbitrary<ColumnType> {
  if (depth === 0) return anyScalarType;
  const inner = fc.memo((level) => anyType(level))(depth - 1);
  const field = fc.record({ name: anyName, type: inner });
  return fc.oneof(
    { weight: 4, arbitrary: anyScalarType },
    { weight: 1, arbitrary: inner.map(arrayOf) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(field, { minLength: 1, maxLength: 4, selector: ({ name }) => name }).map(rowOf),
    },
  );
}
