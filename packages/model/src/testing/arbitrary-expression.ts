import fc from 'fast-check';
import type { BinaryOperator, Expression } from '../expression/expression.ts';
import { BINARY_PRECEDENCE } from '../expression/precedence.ts';
import {
  BIGINT,
  BOOLEAN,
  type ColumnType,
  DOUBLE,
  INT,
  STRING,
  TIMESTAMP,
  TIMESTAMP_LTZ,
} from '../values/column-type.ts';
import { canonicalInt, fitsInt } from '../values/integer.ts';
import { MAX_TIMESTAMP_MS, MIN_TIMESTAMP_MS } from '../values/timestamp.ts';
import type { Value } from '../values/value.ts';

const range = { from: 0, to: 0 };
const MIN_BIGINT = -(2n ** 63n);

function literal(type: ColumnType | null, value: Value): Expression {
  return { kind: 'literal', type, value, range };
}

/** The type of an integer literal is that of its digits without the sign. */
function integerLiteral(value: bigint): Expression {
  const magnitude = value < 0n ? -value : value;
  return literal(fitsInt(canonicalInt(magnitude)) ? INT : BIGINT, canonicalInt(value));
}

const anyLiteral: fc.Arbitrary<Expression> = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((value) => integerLiteral(BigInt(value))),
  fc.bigInt({ min: MIN_BIGINT, max: -MIN_BIGINT - 1n }).map(integerLiteral),
  fc.constantFrom(MIN_BIGINT, -MIN_BIGINT - 1n, 2n ** 31n, -(2n ** 31n)).map(integerLiteral),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => literal(DOUBLE, value === 0 ? 0 : value)),
  fc
    .string({ unit: fc.constantFrom('a', "'", '`', '"', '-', '\n', '\\', '😀', '/*') })
    .map((value) => literal(STRING, value)),
  fc.boolean().map((value) => literal(BOOLEAN, value)),
  fc.constant(literal(null, null)),
  fc.integer({ min: MIN_TIMESTAMP_MS, max: MAX_TIMESTAMP_MS }).map((value) => literal(TIMESTAMP, value)),
  fc.integer({ min: MIN_TIMESTAMP_MS, max: MAX_TIMESTAMP_MS }).map((value) => literal(TIMESTAMP_LTZ, value)),
);

const anyColumn: fc.Arbitrary<Expression> = fc
  .oneof(
    fc.constantFrom('price', 'Price', 'date', 'timestamp', 'end', 'NOT', 'auction-id', 'a`b', 'is', 'interval', 'cast'),
    fc.string({ unit: 'binary-ascii', maxLength: 5 }),
  )
  .map((name) => ({ kind: 'column', name, range }));

const operators = Object.keys(BINARY_PRECEDENCE) as readonly BinaryOperator[];

/** Any tree that a text can say; most of them make no sense as types. All ranges are empty. */
export const anyExpression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(anyLiteral, anyColumn),
    fc.record({ kind: fc.constant('negate' as const), operand: tie('tree'), range: fc.constant(range) }),
    fc.record({ kind: fc.constant('not' as const), operand: tie('tree'), range: fc.constant(range) }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom(...operators),
      left: tie('tree'),
      right: tie('tree'),
      range: fc.constant(range),
    }),
    fc.record({
      kind: fc.constant('test' as const),
      operand: tie('tree'),
      test: fc.constantFrom('NULL' as const, 'TRUE' as const, 'FALSE' as const),
      negated: fc.boolean(),
      range: fc.constant(range),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('ABS', 'COALESCE', 'F'),
      nameRange: fc.constant(range),
      arguments: fc.array(tie('tree'), { maxLength: 3 }),
      range: fc.constant(range),
    }),
  ),
})).tree;

/** The same tree with empty ranges, to compare what was meant. */
export function withoutRanges(expression: Expression): Expression {
  return JSON.parse(
    JSON.stringify(expression, (key, value) => {
      if (key === 'range' || key === 'nameRange') return range;
      return typeof value === 'bigint' ? { bigint: String(value) } : value;
    }),
  );
}
