import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyType } from '../../../testing/arbitrary-type.ts';
import { anyValueOf } from '../../../testing/arbitrary-value.ts';
import { succeeded } from '../../../testing/messages.ts';
import { BIGINT, type ColumnType, DOUBLE, decimal, formatType, INT, STRING } from '../../../values/column-type.ts';
import { parseColumnType } from '../../../values/parse-column-type.ts';
import type { Value } from '../../../values/value.ts';
import { compileText } from '../../compile/compile-text.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import { type Cast, makeCast } from './make-cast.ts';

const SCALARS = ['BOOLEAN', 'INT', 'BIGINT', 'DOUBLE', 'DECIMAL', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ', 'JSON'];

function cast(from: ColumnType, to: ColumnType): Cast {
  const found = makeCast(from, to);
  if (found === null) throw new Error(`No CAST of ${formatType(from)} to ${formatType(to)}.`);
  return found;
}

describe('there and back is the same value [X2]', () => {
  test('through a text', () => {
    const typed = anyType(0)
      .filter(({ kind }) => SCALARS.includes(kind))
      .chain((type) => fc.tuple(fc.constant(type), anyValueOf(type)));
    fc.assert(
      fc.property(typed, ([type, value]) => {
        const text = cast(type, STRING)(value);
        expect(cast(STRING, type)(text)).toEqual(value);
      }),
      { numRuns: 3000 },
    );
  });

  test.each<readonly [ColumnType, ColumnType]>([
    [INT, BIGINT],
    [INT, DOUBLE],
    [INT, decimal(10, 0)],
    [INT, decimal(20, 10)],
    [BIGINT, decimal(19, 0)],
    [BIGINT, decimal(38, 19)],
    [decimal(10, 2), decimal(38, 20)],
    [{ kind: 'DATE' }, { kind: 'TIMESTAMP', precision: 3 }],
    [
      { kind: 'TIMESTAMP', precision: 3 },
      { kind: 'TIMESTAMP_LTZ', precision: 9 },
    ],
  ])('of %o through %o', (type, wider) => {
    fc.assert(
      fc.property(anyValueOf(type), (value) => {
        expect(cast(wider, type)(cast(type, wider)(value))).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });
});

type Case = readonly [value: Value, from: string, to: string, result: Value | { readonly error: string }];

describe('CAST', () => {
  test.each<Case>([
    ['-1.9', 'STRING', 'INT', -1],
    ['+5', 'STRING', 'INT', 5],
    ['.5', 'STRING', 'INT', 0],
    ['5.', 'STRING', 'BIGINT', 5],
    ['-0', 'STRING', 'INT', 0],
    ['', 'STRING', 'INT', { error: "'' is no INT." }],
    ['1e3', 'STRING', 'INT', { error: "'1e3' is no INT." }],
    ['2147483648', 'STRING', 'INT', { error: '2147483648 exceeds INT.' }],
    ['9223372036854775807', 'STRING', 'BIGINT', 9_223_372_036_854_775_807n],
    ['1e400', 'STRING', 'DOUBLE', { error: "'1e400' exceeds DOUBLE." }],
    ['-Infinity', 'STRING', 'DOUBLE', Number.NEGATIVE_INFINITY],
    ['0x10', 'STRING', 'DOUBLE', { error: "'0x10' is no DOUBLE." }],
    ['1e2', 'STRING', 'DECIMAL(5, 1)', 1000],
    ['99999.96', 'STRING', 'DECIMAL(6, 1)', { error: "'99999.96' exceeds DECIMAL(6, 1)." }],
    ['maybe', 'STRING', 'BOOLEAN', { error: "'maybe' is no BOOLEAN." }],
    [' No ', 'STRING', 'BOOLEAN', false],
    [-0.5, 'DOUBLE', 'INT', 0],
    [1e10, 'DOUBLE', 'INT', { error: '10000000000 exceeds INT.' }],
    [Number.NaN, 'DOUBLE', 'BIGINT', { error: 'NaN exceeds BIGINT.' }],
    [1e18, 'DOUBLE', 'BIGINT', 1_000_000_000_000_000_000n],
    [Number.POSITIVE_INFINITY, 'DOUBLE', 'DECIMAL(38, 0)', { error: 'Infinity exceeds DECIMAL(38, 0).' }],
    [0.1, 'DOUBLE', 'DECIMAL(38, 20)', 10_000_000_000_000_000_000n],
    [-199, 'DECIMAL(5, 2)', 'INT', -1],
    [true, 'BOOLEAN', 'DECIMAL(3, 1)', 10],
    ['2026-1-5 1:02:03.5', 'STRING', 'TIMESTAMP(3)', 1_767_574_923_500],
    ['2026-13-01', 'STRING', 'DATE', { error: "'2026-13-01' is no DATE." }],
    ['24:00:00', 'STRING', 'TIME(0)', { error: "'24:00:00' is no TIME." }],
    [-1, 'TIMESTAMP(3)', 'DATE', -1],
    [-1, 'TIMESTAMP(3)', 'TIME(0)', 86_399],
    ['{"a": 1}', 'STRING', 'JSON', '{"a":1}'],
    ['{a:1}', 'STRING', 'JSON', { error: "'{a:1}' is no JSON." }],
    [[1, null], 'ARRAY<INT>', 'ARRAY<STRING>', ['1', null]],
    [[1, 'x'], 'ROW<a INT, b STRING>', 'ROW<c DOUBLE, d STRING>', [1, 'x']],
  ])('of %o of %s as %s is %o', (value, from, to, result) => {
    const columns = [{ name: 'x', type: succeeded(parseColumnType(from)), nullable: true }];
    const outcome = (text: string): Value | { error: string } => {
      try {
        return succeeded(compileText(text, columns)).evaluate([value]);
      } catch (error) {
        if (error instanceof EvaluationError) return { error: error.message };
        throw error;
      }
    };
    const isError = result !== null && typeof result === 'object' && 'error' in result;
    const expected = isError ? { error: expect.stringContaining(result.error) } : result;
    expect(outcome(`CAST(x AS ${to})`)).toEqual(expected);
    expect(outcome(`TRY_CAST(x AS ${to})`)).toEqual(isError ? null : result);
  });

  test.each(['INT', 'DECIMAL(5, 1)', 'BOOLEAN', 'DATE', 'BYTES', 'ARRAY<INT>', 'ROW<a INT>'])(
    'of an ARRAY of texts to %s does not exist where it would mean nothing',
    (to) => {
      const columns = [{ name: 'x', type: succeeded(parseColumnType('ARRAY<STRING>')), nullable: true }];
      expect(compileText(`CAST(x AS ${to})`, columns).ok).toBe(to === 'ARRAY<INT>');
    },
  );
});
