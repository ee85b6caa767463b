import { INT } from '../../../values/column-type.ts';
import { multiplyInts } from '../../../values/integer.ts';
import type { Int } from '../../../values/value.ts';
import { moved } from '../../check/check-time-arithmetic.ts';
import { described } from '../../check/checker.ts';
import { isTemporal } from '../../check/common-type.ts';
import { convert, mapped } from '../../check/convert.ts';
import { isInteger } from '../../check/numeric-types.ts';
import { compilePair } from '../../compile/compile-arithmetic.ts';
import { splitTime } from '../../compute/time/civil-time.ts';
import { timeDifference } from '../../compute/time/time-difference.ts';
import { computed } from '../../fold-constant.ts';
import { MILLISECONDS, MONTHS } from '../../scalar-type.ts';
import { isTimeUnit, type TimeUnit, UNIT_MONTHS, UNIT_MS } from '../../time-unit.ts';
import type { Evaluate, TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';

export const shiftFunctions: readonly FunctionDefinition[] = [
  {
    name: 'TIMESTAMPADD',
    group: 'Times',
    signatures: ['TIMESTAMPADD(unit, count, time)'],
    summary: 'A time moved by so many units; the last day of a month stays its last where the month is shorter.',
    examples: [["TIMESTAMPADD(MONTH, 1, DATE '2026-01-31')", '2026-02-28']],
    minArguments: 2,
    maxArguments: 2,
    resolve: resolveAdd,
  },
  {
    name: 'TIMESTAMPDIFF',
    group: 'Times',
    signatures: ['TIMESTAMPDIFF(unit, from, to)'],
    summary: 'How many whole units lie between two times; negative where the second is earlier.',
    examples: [["TIMESTAMPDIFF(DAY, DATE '2026-01-01', DATE '2026-02-01')", '31']],
    minArguments: 2,
    maxArguments: 2,
    resolve: resolveDifference,
  },
];

function resolveAdd(call: FunctionCall): TypedExpression | null {
  const {
    checker,
    source,
    arguments: [count, time],
  } = call;
  const unit = unitOf(call);
  if (unit === null || count === undefined || time === undefined) return null;
  if (!isInteger(count.type) && count.type.kind !== 'NULL') {
    return checker.fault(`TIMESTAMPADD takes an integer as its count; ${described(count)}.`, count.source.range);
  }
  if (time.type.kind === 'NULL') return { ...time, source };
  if (!isTemporal(time.type)) return checker.fault(`TIMESTAMPADD takes a time; ${described(time)}.`, time.source.range);
  const isMonths = unit === 'YEAR' || unit === 'QUARTER' || unit === 'MONTH';
  const size = isMonths ? UNIT_MONTHS[unit] : UNIT_MS[unit];
  const interval = mapped(count, isMonths ? MONTHS : MILLISECONDS, (value) => multiplyInts(value as Int, size));
  return moved(checker, source, time, interval, isMonths ? MONTHS : MILLISECONDS, 1);
}

function resolveDifference(call: FunctionCall): TypedExpression | null {
  const { checker, source, arguments: given } = call;
  const unit = unitOf(call);
  if (unit === null) return null;
  for (const part of given) {
    if (part.type.kind === 'NULL' || (isTemporal(part.type) && part.type.kind !== 'TIME')) continue;
    return checker.fault(`TIMESTAMPDIFF takes timestamps or dates; ${described(part)}.`, part.source.range);
  }
  const [from, to] = given.map((part) => convert(part, { kind: 'TIMESTAMP', precision: 3 }));
  const difference = (a: Int, b: Int) => timeDifference(unit, splitTime(a, 3), splitTime(b, 3));
  const compile = ([a, b]: readonly Evaluate[]) => compilePair(a as Evaluate, b as Evaluate, difference);
  const parts = [from as TypedExpression, to as TypedExpression];
  return computed({ type: INT, nullable: parts.some(({ nullable }) => nullable), source, parts, compile });
}

function unitOf({ checker, source }: FunctionCall): TimeUnit | null {
  const unit = source.clause?.kind === 'unit' ? source.clause.unit : null;
  if (unit !== null && isTimeUnit(unit)) return unit;
  return checker.fault(
    `${source.name} takes a unit such as DAY or HOUR${unit === null ? '' : `, not ${unit}`}.`,
    source.range,
  );
}
