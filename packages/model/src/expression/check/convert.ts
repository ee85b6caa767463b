import type { DecimalType } from '../../values/column-type.ts';
import { rescale } from '../../values/decimal.ts';
import type { Int, Value } from '../../values/value.ts';
import { makeCast } from '../compute/cast/make-cast.ts';
import { computed } from '../fold-constant.ts';
import { isColumnType, type ScalarType, sameScalarType } from '../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import { asDecimal, isNumeric } from './numeric-types.ts';

/** The expression with the values of another type, one that {@link commonType} has found. */
export function convert(typed: TypedExpression, to: ScalarType): TypedExpression {
  if (sameScalarType(typed.type, to)) return typed;
  if (typed.type.kind === 'NULL' || hasSameValues(typed.type, to)) return { ...typed, type: to };
  const cast = isColumnType(to) ? makeCast(typed.type, to) : null;
  return cast === null ? typed : mapped(typed, to, cast);
}

/** The expression with its exact numbers in the unit of a scale, however many digits they have then. */
export function convertScale(typed: TypedExpression, to: DecimalType): TypedExpression {
  if (!isNumeric(typed.type)) return { ...typed, type: to };
  const { scale } = asDecimal(typed.type);
  if (scale === to.scale) return { ...typed, type: to };
  return mapped(typed, to, (value) => rescale(value as Int, scale, to.scale));
}

/** Applied to all values but NULL. */
export function mapped(
  typed: TypedExpression,
  type: ScalarType,
  map: (value: NonNullable<Value>) => Value,
  nullable = typed.nullable,
): TypedExpression {
  const compile = ([value]: readonly Evaluate[]): Evaluate => {
    const evaluate = value as Evaluate;
    return (row) => {
      const found = evaluate(row);
      return found === null ? null : map(found);
    };
  };
  return computed({ type, nullable, source: typed.source, parts: [typed], compile });
}

/** Whether every value of one type stands for the same in the other one. */
function hasSameValues(from: ScalarType, to: ScalarType): boolean {
  if (from.kind === 'INT' && to.kind === 'BIGINT') return true;
  if (!isNumeric(from) || !isNumeric(to) || from.kind === 'DOUBLE' || to.kind !== 'DECIMAL') return false;
  const { precision, scale } = asDecimal(from);
  return scale === to.scale && precision <= to.precision;
}
