import { isTimeType } from '../../values/column-type.ts';
import { addInts, multiplyInts, subtractInts } from '../../values/integer.ts';
import { toPrecision, unitsPerSecond } from '../../values/time-units.ts';
import type { Int } from '../../values/value.ts';
import { compilePair } from '../compile/compile-arithmetic.ts';
import { addMonths, checkedTime, joinTime, splitTime } from '../compute/time/civil-time.ts';
import type { ArithmeticOperator, BinaryExpression, Expression } from '../expression.ts';
import { computed } from '../fold-constant.ts';
import { formatShort } from '../print/format-expression.ts';
import { type IntervalType, isColumnType, type ScalarType } from '../scalar-type.ts';
import { UNIT_MS } from '../time-unit.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import { type Checker, described } from './checker.ts';
import { isTemporal } from './common-type.ts';
import { convert } from './convert.ts';

/** Whether an operator stands between times or spans of time. */
export function isTimeArithmetic(operator: ArithmeticOperator, a: ScalarType, b: ScalarType): boolean {
  if (operator !== '+' && operator !== '-') return a.kind === 'INTERVAL' || b.kind === 'INTERVAL';
  return [a, b].some((type) => type.kind === 'INTERVAL' || isTemporal(type));
}

/** A time moved by an INTERVAL, or the sum or difference of two INTERVALs of one unit. */
export function checkTimeArithmetic(
  checker: Checker,
  source: BinaryExpression,
  operator: ArithmeticOperator,
  left: TypedExpression,
  right: TypedExpression,
): TypedExpression | null {
  if (operator === '+' && left.type.kind === 'INTERVAL' && isTemporal(right.type)) {
    return checkTimeArithmetic(checker, source, operator, right, left);
  }
  if (operator === '+' || operator === '-') {
    if (right.type.kind === 'INTERVAL' && isTemporal(left.type)) {
      return moved(checker, source, left, right, right.type, operator === '+' ? 1 : -1);
    }
    if (left.type.kind === 'INTERVAL' && right.type.kind === 'INTERVAL' && left.type.unit === right.type.unit) {
      return paired(source, left.type, left, right, operator === '+' ? addInts : subtractInts);
    }
  }
  return checker.fault(
    `${described(left)}, ${described(right)}: ${refusal(operator, left.type, right.type)}`,
    source.range,
  );
}

/** `time` and `direction` × `interval`; also what TIMESTAMPADD is. */
export function moved(
  checker: Checker,
  source: Expression,
  time: TypedExpression,
  interval: TypedExpression,
  { unit }: IntervalType,
  direction: 1 | -1,
): TypedExpression | null {
  const { type } = time;
  if (isColumnType(type) && isTimeType(type)) {
    const precision = unit === 'MONTH' || isMultiple(interval, type.precision) ? type.precision : 3;
    const to = { ...type, precision: Math.max(type.precision, precision) };
    const move = unit === 'MONTH' ? moveMonths(to.precision, direction) : moveMillis(to.precision, direction);
    return paired(source, to, convert(time, to), interval, move);
  }
  if (type.kind === 'DATE' && unit === 'MONTH') {
    return paired(source, type, time, interval, (day, months) => addMonths(Number(day), direction * Number(months)));
  }
  if (type.kind === 'DATE' && interval.kind === 'literal' && Number(interval.value) % UNIT_MS.DAY === 0) {
    const move = (day: Int, millis: Int) => dayOf(Number(day) + (direction * Number(millis)) / UNIT_MS.DAY);
    return paired(source, type, time, interval, move);
  }
  const wanted = type.kind === 'DATE' ? 'a DATE moves by whole days' : 'a TIME does not move by an INTERVAL';
  return checker.fault(
    `${described(time)}: ${wanted}. Write CAST(${formatShort(time.source)} AS TIMESTAMP(3)) to move it by hours.`,
    source.range,
  );
}

/** Whether an interval is a whole number of a time's units. */
function isMultiple(interval: TypedExpression, precision: number): boolean {
  if (precision >= 3) return true;
  return interval.kind === 'literal' && Number(interval.value) % (1000 / unitsPerSecond(precision)) === 0;
}

function moveMillis(precision: number, direction: 1 | -1): (time: Int, millis: Int) => Int {
  return (time, millis) =>
    checkedTime(addInts(time, toPrecision(multiplyInts(millis, direction), 3, precision)), precision);
}

function moveMonths(precision: number, direction: 1 | -1): (time: Int, months: Int) => Int {
  return (value, months) => {
    const { day, time } = splitTime(value, precision);
    return joinTime({ day: addMonths(day, direction * Number(months)), time }, precision);
  };
}

/** A day that a DATE can hold. */
function dayOf(day: number): number {
  joinTime({ day, time: 0 }, 0);
  return day;
}

function paired(
  source: Expression,
  type: ScalarType,
  left: TypedExpression,
  right: TypedExpression,
  combine: (a: Int, b: Int) => Int,
): TypedExpression {
  const compile = ([a, b]: readonly Evaluate[]) => compilePair(a as Evaluate, b as Evaluate, combine);
  return computed({ type, nullable: left.nullable || right.nullable, source, parts: [left, right], compile });
}

function refusal(operator: ArithmeticOperator, left: ScalarType, right: ScalarType): string {
  if (operator === '-' && isTemporal(left) && isTemporal(right)) {
    return 'the difference of two times has no unit. Write TIMESTAMPDIFF(SECOND, earlier, later).';
  }
  if (left.kind === 'INTERVAL' && right.kind === 'INTERVAL') return 'months and times of a day have no sum.';
  return `${operator} does not fit. Move a time by an INTERVAL, such as ts + INTERVAL '1' DAY.`;
}
