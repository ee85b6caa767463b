import { BOOLEAN } from '../../values/column-type.ts';
import type { Value } from '../../values/value.ts';
import { comparison } from '../compile/compile-comparison.ts';
import type {
  BetweenExpression,
  BinaryExpression,
  ComparisonOperator,
  DistinctExpression,
  InExpression,
} from '../expression.ts';
import { computed, foldConstant } from '../fold-constant.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import { type Checker, checkAll } from './checker.ts';
import { comparable } from './comparable.ts';

type Compared = readonly [TypedExpression, TypedExpression];

export function checkComparison(
  checker: Checker,
  source: BinaryExpression,
  operator: ComparisonOperator,
): TypedExpression | null {
  const parts = checkAll(checker, [source.left, source.right]);
  const compared = parts === null ? null : comparable(checker, parts);
  if (compared === null) return null;
  const [left, right] = compared as Compared;
  const nullable = left.nullable || right.nullable;
  return foldConstant({ kind: 'comparison', type: BOOLEAN, nullable, source, operator, left, right });
}

/** NULL is not distinct from NULL. */
export function checkDistinct(checker: Checker, source: DistinctExpression): TypedExpression | null {
  const { negated } = source;
  const checked = checkAll(checker, [source.left, source.right]);
  const parts = checked === null ? null : comparable(checker, checked);
  if (parts === null) return null;
  const equal = comparison((parts[0] as TypedExpression).type, '=');
  const compile = ([left, right]: readonly Evaluate[]): Evaluate => {
    const [a, b] = [left as Evaluate, right as Evaluate];
    return (row) => {
      const [x, y] = [a(row), b(row)];
      const isSame = x === null || y === null ? x === y : equal(x, y);
      return isSame === negated;
    };
  };
  return computed({ type: BOOLEAN, nullable: false, source, parts, compile });
}

/** As `operand >= low AND operand <= high`, with the operand computed once. */
export function checkBetween(checker: Checker, source: BetweenExpression): TypedExpression | null {
  const { negated } = source;
  const checked = checkAll(checker, [source.operand, source.low, source.high]);
  const parts = checked === null ? null : comparable(checker, checked);
  if (parts === null) return null;
  const atMost = comparison((parts[0] as TypedExpression).type, '<=');
  const compile = ([operand, low, high]: readonly Evaluate[]): Evaluate => {
    const [a, b, c] = [operand as Evaluate, low as Evaluate, high as Evaluate];
    return (row) => {
      const x = a(row);
      if (x === null) return null;
      const y = b(row);
      if (y !== null && !atMost(y, x)) return negated;
      const z = c(row);
      if (z !== null && !atMost(x, z)) return negated;
      return y === null || z === null ? null : !negated;
    };
  };
  return computed({ type: BOOLEAN, nullable: parts.some(({ nullable }) => nullable), source, parts, compile });
}

/** TRUE where an item is equal, else NULL where one is NULL. */
export function checkIn(checker: Checker, source: InExpression): TypedExpression | null {
  const checked = checkAll(checker, [source.operand, ...source.items]);
  const parts = checked === null ? null : comparable(checker, checked);
  if (parts === null) return null;
  const [operand, ...items] = parts as readonly [TypedExpression, ...TypedExpression[]];
  const nullable = parts.some((part) => part.nullable);
  const values = items.filter((item) => item.kind === 'literal').map(({ value }) => value);
  if (values.length === items.length) {
    const compile = ([evaluate]: readonly Evaluate[]) => inSet(evaluate as Evaluate, values, source.negated);
    return computed({ type: BOOLEAN, nullable, source, parts: [operand], compile });
  }
  const equal = comparison(operand.type, '=');
  const compile = ([evaluate, ...others]: readonly Evaluate[]) =>
    inList(evaluate as Evaluate, others, equal, source.negated);
  return computed({ type: BOOLEAN, nullable, source, parts, compile });
}

/** One value has one representation, so a set finds it: NaN too. */
function inSet(evaluate: Evaluate, values: readonly Value[], negated: boolean): Evaluate {
  const set = new Set(values);
  const otherwise = set.has(null) ? null : negated;
  return (row) => {
    const value = evaluate(row);
    if (value === null) return null;
    return set.has(value) ? !negated : otherwise;
  };
}

function inList(
  evaluate: Evaluate,
  items: readonly Evaluate[],
  equal: (a: Value, b: Value) => boolean,
  negated: boolean,
): Evaluate {
  return (row) => {
    const value = evaluate(row);
    if (value === null) return null;
    let hasNull = false;
    for (const item of items) {
      const found = item(row);
      if (found === null) hasNull = true;
      else if (equal(value, found)) return !negated;
    }
    return hasNull ? null : negated;
  };
}
