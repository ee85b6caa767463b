import { type ColumnType, decimal } from '../../../values/column-type.ts';
import { subtractInts } from '../../../values/integer.ts';
import type { Int } from '../../../values/value.ts';
import { described } from '../../check/checker.ts';
import { isTemporal } from '../../check/common-type.ts';
import { mapped } from '../../check/convert.ts';
import { isNumeric, type NumericType } from '../../check/numeric-types.ts';
import { floorUnscaled } from '../../compute/number/round.ts';
import { joinTime, splitTime } from '../../compute/time/civil-time.ts';
import { ceilTime, floorTime } from '../../compute/time/floor-time.ts';
import { isDateUnit } from '../../compute/time/time-part.ts';
import { isTimeUnit, type TimeUnit } from '../../time-unit.ts';
import type { TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';

type Direction = 'floor' | 'ceil';

export const floorAndCeil: readonly FunctionDefinition[] = [
  {
    name: 'FLOOR',
    group: 'Numbers',
    signatures: ['FLOOR(number)', 'FLOOR(time TO unit)'],
    summary:
      'The largest whole number that is not above; or the start of the unit that a time lies in (a week starts on Sunday).',
    examples: [
      ['FLOOR(-1.5)', '-2'],
      ["FLOOR(TIMESTAMP '2026-01-31 10:11:12' TO HOUR)", '2026-01-31 10:00:00.000'],
    ],
    minArguments: 1,
    maxArguments: 1,
    resolve: (call) => resolveFloor(call, 'floor'),
  },
  {
    name: 'CEIL',
    group: 'Numbers',
    signatures: ['CEIL(number)', 'CEIL(time TO unit)'],
    summary: 'The smallest whole number that is not below; or the next start of a unit of time.',
    examples: [
      ['CEIL(1.2)', '2'],
      ["CEIL(DATE '2026-01-31' TO MONTH)", '2026-02-01'],
    ],
    minArguments: 1,
    maxArguments: 1,
    aliases: ['CEILING'],
    resolve: (call) => resolveFloor(call, 'ceil'),
  },
];

function resolveFloor(call: FunctionCall, direction: Direction): TypedExpression | null {
  const {
    checker,
    source,
    arguments: [value],
  } = call;
  if (value === undefined) return null;
  const { type } = value;
  if (type.kind === 'NULL') return { ...value, source };
  if (source.clause?.kind === 'unit') return resolveUnit(call, value, source.clause.unit, direction);
  if (isNumeric(type)) return { ...wholeNumber(value, type, direction), source };
  const remedy = isTemporal(type) ? ` Write ${source.name}(… TO HOUR).` : '';
  return checker.fault(`${source.name} takes a number; ${described(value)}.${remedy}`, value.source.range);
}

function wholeNumber(value: TypedExpression, type: NumericType, direction: Direction): TypedExpression {
  switch (type.kind) {
    case 'DOUBLE': {
      const round = direction === 'floor' ? Math.floor : Math.ceil;
      return mapped(value, type, (number) => round(number as number) + 0);
    }
    case 'DECIMAL': {
      const { precision, scale } = type;
      const floor = (number: Int) => floorUnscaled(number, scale);
      const round = direction === 'floor' ? floor : (number: Int) => subtractInts(0, floor(subtractInts(0, number)));
      return mapped(value, decimal(precision, 0), (number) => round(number as Int));
    }
    default:
      return value;
  }
}

function resolveUnit(
  call: FunctionCall,
  value: TypedExpression,
  unit: string,
  direction: Direction,
): TypedExpression | null {
  const { checker, source } = call;
  const { type } = value;
  if (!isTimeUnit(unit))
    return checker.fault(`${source.name} takes no ${unit}. Write YEAR, MONTH, DAY or HOUR.`, source.range);
  if (!isTemporal(type))
    return checker.fault(`${source.name} TO ${unit} takes a time; ${described(value)}.`, value.source.range);
  if (type.kind === 'DATE' ? !isDateUnit(unit) : type.kind === 'TIME' && isDateUnit(unit)) {
    return checker.fault(`${described(value)}, which has no ${unit}.`, value.source.range);
  }
  return { ...mapped(value, type, (time) => roundedTime(time as Int, type, unit, direction)), source };
}

function roundedTime(value: Int, type: ColumnType, unit: TimeUnit, direction: Direction): Int {
  const round = direction === 'floor' ? floorTime : ceilTime;
  if (type.kind === 'DATE') return round({ day: Number(value), time: 0 }, unit, 0).day;
  const precision = 'precision' in type ? type.precision : 0;
  return joinTime(round(splitTime(value, precision), unit, precision), precision);
}
