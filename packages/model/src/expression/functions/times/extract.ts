import { BIGINT, type ColumnType } from '../../../values/column-type.ts';
import type { Int } from '../../../values/value.ts';
import { described } from '../../check/checker.ts';
import { isTemporal } from '../../check/common-type.ts';
import { mapped } from '../../check/convert.ts';
import { splitTime } from '../../compute/time/civil-time.ts';
import { isDateUnit, timePart } from '../../compute/time/time-part.ts';
import { EXTRACT_UNITS, type ExtractUnit } from '../../time-unit.ts';
import type { TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';

const AT = "TIMESTAMP '2026-01-31 10:11:12.345'";

export const extractFunctions: readonly FunctionDefinition[] = [
  {
    name: 'EXTRACT',
    group: 'Times',
    signatures: ['EXTRACT(unit FROM time)'],
    summary:
      `A part of a time, in UTC where it is a TIMESTAMP_LTZ. The units are ${EXTRACT_UNITS.join(', ')}; ` +
      'WEEK is of ISO 8601, DOW is 1 on Sunday, MILLISECOND is without the seconds.',
    examples: [
      [`EXTRACT(HOUR FROM ${AT})`, '10'],
      [`EXTRACT(MILLISECOND FROM ${AT})`, '345'],
      ["EXTRACT(EPOCH FROM DATE '1970-01-02')", '86400'],
    ],
    minArguments: 1,
    maxArguments: 1,
    resolve: (call) => resolvePart(call, call.source.clause?.kind === 'unit' ? call.source.clause.unit : 'EPOCH'),
  },
  shorthand('YEAR', 'YEAR', '2026'),
  shorthand('QUARTER', 'QUARTER', '1'),
  shorthand('MONTH', 'MONTH', '1'),
  shorthand('WEEK', 'WEEK', '5'),
  shorthand('DAYOFYEAR', 'DOY', '31'),
  shorthand('DAYOFMONTH', 'DAY', '31'),
  shorthand('DAYOFWEEK', 'DOW', '7'),
  shorthand('HOUR', 'HOUR', '10'),
  shorthand('MINUTE', 'MINUTE', '11'),
  shorthand('SECOND', 'SECOND', '12'),
];

function shorthand(name: string, unit: ExtractUnit, result: string): FunctionDefinition {
  return {
    name,
    group: 'Times',
    signatures: [`${name}(time)`],
    summary: `EXTRACT(${unit} FROM time).`,
    examples: [[`${name}(${AT})`, result]],
    minArguments: 1,
    maxArguments: 1,
    resolve: (call) => resolvePart(call, unit),
  };
}

function resolvePart({ checker, source, arguments: [value] }: FunctionCall, unit: ExtractUnit): TypedExpression | null {
  if (value === undefined) return null;
  const { type } = value;
  if (type.kind === 'NULL') return { ...value, type: BIGINT, source };
  if (!isTemporal(type)) {
    const remedy = type.kind === 'STRING' ? ' Write CAST(… AS TIMESTAMP(3)).' : '';
    return checker.fault(`${source.name} takes a time; ${described(value)}.${remedy}`, value.source.range);
  }
  if (type.kind === 'TIME' ? isDateUnit(unit) : type.kind === 'DATE' && !isDateUnit(unit) && unit !== 'EPOCH') {
    return checker.fault(`${described(value)}, which has no ${unit}.`, value.source.range);
  }
  const precision = precisionOf(type);
  const part = timePart(unit, precision);
  const read =
    type.kind === 'DATE'
      ? (day: Int) => part({ day: Number(day), time: 0 })
      : (time: Int) => part(splitTime(time, precision));
  return { ...mapped(value, BIGINT, (time) => read(time as Int)), source };
}

function precisionOf(type: ColumnType): number {
  return 'precision' in type ? type.precision : 0;
}
