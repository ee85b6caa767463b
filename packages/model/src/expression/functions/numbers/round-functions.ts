import { type ColumnType, type DecimalType, decimal, INT } from '../../../values/column-type.ts';
import { fitsDecimal, rescale } from '../../../values/decimal.ts';
import { fitsBigint, fitsInt } from '../../../values/integer.ts';
import type { Int, Value } from '../../../values/value.ts';
import { described } from '../../check/checker.ts';
import { convert, mapped } from '../../check/convert.ts';
import { isNumeric, type NumericType } from '../../check/numeric-types.ts';
import { compilePair } from '../../compile/compile-arithmetic.ts';
import { type Rounding, roundDouble, roundUnscaled } from '../../compute/number/round.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import { computed } from '../../fold-constant.ts';
import { formatScalarType } from '../../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';

const MAX_PRECISION = 38;

export const roundFunctions: readonly FunctionDefinition[] = [
  {
    name: 'ROUND',
    group: 'Numbers',
    signatures: ['ROUND(number)', 'ROUND(number, places)'],
    summary: 'Rounded to so many places behind the point, half away from zero; negative places stand before the point.',
    examples: [
      ['ROUND(2.5)', '3'],
      ['ROUND(12.345, 2)', '12.35'],
      ['ROUND(17, -1)', '20'],
    ],
    minArguments: 1,
    maxArguments: 2,
    resolve: (call) => resolveRound(call, 'half-up'),
  },
  {
    name: 'TRUNCATE',
    group: 'Numbers',
    signatures: ['TRUNCATE(number)', 'TRUNCATE(number, places)'],
    summary: 'Cut off behind so many places behind the point.',
    examples: [['TRUNCATE(12.345, 2)', '12.34']],
    minArguments: 1,
    maxArguments: 2,
    resolve: (call) => resolveRound(call, 'down'),
  },
];

function resolveRound(call: FunctionCall, rounding: Rounding): TypedExpression | null {
  const {
    checker,
    source,
    arguments: [number, places],
  } = call;
  if (number === undefined) return null;
  if (number.type.kind === 'NULL') return { ...number, source };
  if (!isNumeric(number.type)) {
    return checker.fault(`${source.name} takes a number; ${described(number)}.`, number.source.range);
  }
  if (places !== undefined && places.type.kind !== 'INT' && places.type.kind !== 'NULL') {
    return checker.fault(`${source.name} takes an INT as its places; ${described(places)}.`, places.source.range);
  }
  const { type } = number;
  if (places !== undefined && places.kind !== 'literal') return roundedByRow(call, number, places, type, rounding);
  const count = places === undefined ? 0 : places.value;
  if (count === null) return { ...convert({ ...(places as TypedExpression), type: { kind: 'NULL' } }, type), source };
  return { ...roundedBy(number, Number(count), type, rounding), source };
}

function roundedBy(number: TypedExpression, places: number, type: NumericType, rounding: Rounding): TypedExpression {
  const round = rounder(type, rounding);
  if (type.kind !== 'DECIMAL') return mapped(number, type, (value) => round(value as Int, places));
  if (places >= type.scale) return number;
  const to = roundedType(type, places);
  return mapped(number, to, (value) => rescale(round(value as Int, places), type.scale, to.scale));
}

function roundedByRow(
  { source }: FunctionCall,
  number: TypedExpression,
  places: TypedExpression,
  type: NumericType,
  rounding: Rounding,
): TypedExpression {
  const round = rounder(type, rounding);
  const compile = ([a, b]: readonly Evaluate[]) =>
    compilePair(a as Evaluate, b as Evaluate, (value, count) => round(value, Number(count)));
  return computed({
    type,
    nullable: number.nullable || places.nullable,
    source,
    parts: [number, convert(places, INT)],
    compile,
  });
}

/** One digit before the point may come to those that are there, where digits behind it go. */
function roundedType({ precision, scale }: DecimalType, places: number): DecimalType {
  const kept = Math.max(0, places);
  return decimal(Math.min(MAX_PRECISION, precision - scale + kept + 1), kept);
}

/** In the unit of the type. */
function rounder(type: NumericType, rounding: Rounding): (value: Int, places: number) => Int {
  if (type.kind === 'DOUBLE') return (value, places) => roundDouble(value as number, places, rounding);
  const scale = type.kind === 'DECIMAL' ? type.scale : 0;
  return (value, places) => {
    const rounded = roundUnscaled(value, scale, places, rounding);
    if (fits(rounded, type)) return rounded;
    throw new EvaluationError(`${value} rounded exceeds ${formatScalarType(type)}.`);
  };
}

function fits(value: Value, type: ColumnType): boolean {
  if (type.kind === 'INT') return fitsInt(value as Int);
  return type.kind === 'DECIMAL' ? fitsDecimal(value as Int, type.precision) : fitsBigint(value as Int);
}
