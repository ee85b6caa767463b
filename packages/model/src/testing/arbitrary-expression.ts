import fc from 'fast-check';
import type { CallClause } from '../expression/call-clause.ts';
import type { BinaryOperator, CastTarget, Expression } from '../expression/expression.ts';
import { BINARY_PRECEDENCE } from '../expression/parse/precedence.ts';
import { MILLISECONDS, MONTHS, type ScalarType } from '../expression/scalar-type.ts';
import { EXTRACT_UNITS, TIME_UNITS } from '../expression/time-unit.ts';
import {
  arrayOf,
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  decimal,
  INT,
  rowOf,
  STRING,
  TIMESTAMP,
  TIMESTAMP_LTZ,
} from '../values/column-type.ts';
import { MAX_DATE, MIN_DATE } from '../values/date.ts';
import { canonicalInt, fitsInt } from '../values/integer.ts';
import { MAX_TIMESTAMP_MS, MIN_TIMESTAMP_MS } from '../values/timestamp.ts';
import type { Value } from '../values/value.ts';

const range = { from: 0, to: 0 };
const none = fc.constant(range);
const MIN_BIGINT = -(2n ** 63n);

function literal(type: ScalarType | null, value: Value): Expression {
  return { kind: 'literal', type, value, range };
}

/** The type of an integer literal is that of its digits without the sign, but for the smallest BIGINT. */
function integerLiteral(value: bigint): Expression {
  const magnitude = value < 0n ? -value : value;
  return literal(fitsInt(canonicalInt(magnitude)) ? INT : BIGINT, canonicalInt(value));
}

/** With a digit behind the point, as the digits alone would be an integer. */
const decimalLiteral = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 1, max: 10 }))
  .map(([value, scale]) => {
    const digits = String(value < 0n ? -value : value).length;
    return literal(decimal(Math.max(digits, scale + 1), scale), canonicalInt(value));
  });

const intervalLiteral = fc.oneof(
  fc.integer({ min: -120_000, max: 120_000 }).map((value) => literal(MONTHS, value)),
  fc.integer({ min: -1e12, max: 1e12 }).map((value) => literal(MILLISECONDS, value)),
);

const anyLiteral: fc.Arbitrary<Expression> = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((value) => integerLiteral(BigInt(value))),
  fc.bigInt({ min: MIN_BIGINT, max: -MIN_BIGINT - 1n }).map(integerLiteral),
  fc.constantFrom(MIN_BIGINT, -MIN_BIGINT - 1n, 2n ** 31n, -(2n ** 31n)).map(integerLiteral),
  decimalLiteral,
  intervalLiteral,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => literal(DOUBLE, value === 0 ? 0 : value)),
  fc
    .string({ unit: fc.constantFrom('a', "'", '`', '"', '-', '\n', '\\', '😀', '/*') })
    .map((value) => literal(STRING, value)),
  fc.boolean().map((value) => literal(BOOLEAN, value)),
  fc.constant(literal(null, null)),
  fc.integer({ min: MIN_DATE, max: MAX_DATE }).map((value) => literal(DATE, value)),
  fc.integer({ min: 0, max: 86_399 }).map((value) => literal({ kind: 'TIME', precision: 0 }, value)),
  fc.integer({ min: MIN_TIMESTAMP_MS, max: MAX_TIMESTAMP_MS }).map((value) => literal(TIMESTAMP, value)),
  fc.integer({ min: MIN_TIMESTAMP_MS, max: MAX_TIMESTAMP_MS }).map((value) => literal(TIMESTAMP_LTZ, value)),
);

const anyName = fc.oneof(
  fc.constantFrom('price', 'Price', 'date', 'timestamp', 'end', 'NOT', 'auction-id', 'a`b', 'is', 'interval', 'cast'),
  fc.string({ unit: 'binary-ascii', maxLength: 5 }),
);
const anyColumn: fc.Arbitrary<Expression> = anyName.map((name) => ({ kind: 'column', name, range }));

const operators = Object.keys(BINARY_PRECEDENCE) as readonly BinaryOperator[];

const anyTarget: fc.Arbitrary<CastTarget> = fc.oneof(
  fc
    .constantFrom(INT, DOUBLE, STRING, decimal(10, 2), TIMESTAMP, arrayOf(INT), rowOf([{ name: 'a-b', type: DATE }]))
    .map((type) => ({ type, length: null })),
  fc
    .record({ kind: fc.constantFrom('CHAR' as const, 'VARCHAR' as const), characters: fc.integer({ min: 1, max: 99 }) })
    .map((length) => ({ type: STRING, length })),
);

type Shape = { readonly name: string; readonly count: number; readonly clause: CallClause | null };

const noClause = { clause: null } as const;
const anyShape: fc.Arbitrary<Shape> = fc.oneof(
  fc
    .record({ name: fc.constantFrom('ABS', 'COALESCE', 'F'), count: fc.nat(3) })
    .map((shape) => ({ ...shape, ...noClause })),
  fc.constantFrom<Shape>(
    { name: 'POSITION', count: 2, ...noClause },
    { name: 'SUBSTRING', count: 3, ...noClause },
    { name: 'FLOOR', count: 1, ...noClause },
    { name: 'TRIM', count: 1, clause: { kind: 'trim', side: 'BOTH' } },
    { name: 'TRIM', count: 1, clause: { kind: 'trim', side: 'LEADING' } },
    { name: 'TRIM', count: 2, clause: { kind: 'trim', side: 'TRAILING' } },
    { name: 'JSON_OBJECT', count: 4, clause: { kind: 'on-null', onNull: 'ABSENT' } },
    { name: 'JSON_OBJECT', count: 2, clause: { kind: 'on-null', onNull: 'NULL' } },
    { name: 'JSON_ARRAY', count: 2, clause: { kind: 'on-null', onNull: 'NULL' } },
    { name: 'JSON_ARRAY', count: 0, clause: { kind: 'on-null', onNull: 'ABSENT' } },
  ),
  fc
    .constantFrom(...EXTRACT_UNITS)
    .map((unit): Shape => ({ name: 'EXTRACT', count: 1, clause: { kind: 'unit', unit } })),
  fc.constantFrom(...TIME_UNITS).map((unit): Shape => ({ name: 'CEIL', count: 1, clause: { kind: 'unit', unit } })),
  fc
    .constantFrom(...TIME_UNITS)
    .map((unit): Shape => ({ name: 'TIMESTAMPDIFF', count: 2, clause: { kind: 'unit', unit } })),
  fc
    .record({ returning: fc.option(anyTarget), onEmpty: anyFallback(), onError: anyFallback() })
    .map((clause): Shape => {
      const defaults = [clause.onEmpty, clause.onError].filter((fallback) => fallback === 'DEFAULT').length;
      return { name: 'JSON_VALUE', count: 2 + defaults, clause: { kind: 'json-value', ...clause } };
    }),
  fc
    .record({
      wrapper: fc.constantFrom('WITHOUT' as const, 'CONDITIONAL' as const, 'UNCONDITIONAL' as const),
      onEmpty: fc.constantFrom('NULL' as const, 'ERROR' as const, 'EMPTY ARRAY' as const, 'EMPTY OBJECT' as const),
      onError: fc.constantFrom('NULL' as const, 'ERROR' as const, 'EMPTY ARRAY' as const, 'EMPTY OBJECT' as const),
    })
    .map((clause): Shape => ({ name: 'JSON_QUERY', count: 2, clause: { kind: 'json-query', ...clause } })),
  fc
    .constantFrom('TRUE' as const, 'FALSE' as const, 'UNKNOWN' as const, 'ERROR' as const)
    .map((onError): Shape => ({ name: 'JSON_EXISTS', count: 2, clause: { kind: 'json-exists', onError } })),
);

function anyFallback() {
  return fc.constantFrom('NULL' as const, 'ERROR' as const, 'DEFAULT' as const);
}

function anyCall(part: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return anyShape.chain(({ name, count, clause }) =>
    fc
      .array(part, { minLength: count, maxLength: count })
      .map((parts) => ({ kind: 'call', name, nameRange: range, arguments: parts, clause, range })),
  );
}

/** Any tree that a text can say; most of them make no sense as types. All ranges are empty. */
export const anyExpression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => {
  const part = tie('tree');
  const some = fc.array(part, { minLength: 1, maxLength: 3 });
  const maybe = fc.option(part, { nil: null });
  const negated = fc.boolean();
  const kind = <K extends string>(name: K) => fc.constant(name);
  return {
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(anyLiteral, anyColumn),
      fc.record({ kind: kind('negate'), operand: part, range: none }),
      fc.record({ kind: kind('not'), operand: part, range: none }),
      fc.record({
        kind: kind('binary'),
        operator: fc.constantFrom(...operators),
        left: part,
        right: part,
        range: none,
      }),
      fc.record({
        kind: kind('test'),
        operand: part,
        test: fc.constantFrom('NULL' as const, 'TRUE' as const, 'FALSE' as const, 'UNKNOWN' as const, 'JSON' as const),
        negated,
        range: none,
      }),
      fc.record({ kind: kind('distinct'), left: part, right: part, negated, range: none }),
      fc.record({ kind: kind('between'), operand: part, low: part, high: part, negated, range: none }),
      fc.record({ kind: kind('in'), operand: part, items: some, negated, range: none }),
      fc.record({
        kind: kind('like'),
        operand: part,
        operator: fc.constantFrom('LIKE' as const, 'SIMILAR TO' as const),
        pattern: part,
        escape: maybe,
        negated,
        range: none,
      }),
      fc.record({
        kind: kind('case'),
        operand: maybe,
        branches: fc.array(fc.record({ when: part, result: part }), { minLength: 1, maxLength: 3 }),
        otherwise: maybe,
        range: none,
      }),
      fc.record({ kind: kind('cast'), operand: part, target: anyTarget, isTry: fc.boolean(), range: none }),
      fc.record({ kind: kind('field'), operand: part, name: anyName, nameRange: none, range: none }),
      fc.record({ kind: kind('element'), operand: part, index: part, range: none }),
      fc.record({ kind: kind('array'), elements: some, range: none }),
      anyCall(part),
    ),
  };
}).tree;

/** The same tree with empty ranges, to compare what was meant. */
export function withoutRanges(expression: Expression): Expression {
  return JSON.parse(
    JSON.stringify(expression, (key, value) => {
      if (key === 'range' || key === 'nameRange') return range;
      return typeof value === 'bigint' ? { bigint: String(value) } : value;
    }),
  );
}
