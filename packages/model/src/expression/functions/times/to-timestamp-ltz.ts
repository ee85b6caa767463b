import { TIMESTAMP_LTZ } from '../../../values/column-type.ts';
import { floorDivide, toPrecision } from '../../../values/time-units.ts';
import type { Int } from '../../../values/value.ts';
import { checkedTime } from '../../compute/time/civil-time.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { bigInteger, integer, optional, type Parameter } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

const PRECISIONS: readonly number[] = [0, 3, 6, 9];
const WRONG = 'The precision is 0 for seconds, 3 for milliseconds, 6 for microseconds or 9 for nanoseconds.';

export const toTimestampLtz: FunctionDefinition = plainFunction({
  name: 'TO_TIMESTAMP_LTZ',
  group: 'Times',
  summary:
    'The point in time so many units after 1970-01-01 00:00:00 UTC: milliseconds, or what the precision says (0, 3, 6, 9).',
  examples: [['TO_TIMESTAMP_LTZ(1767225601, 0)', '2026-01-01 00:00:01.000']],
  parameters: [bigInteger('number'), optional(precisionOf(integer('precision')))],
  type: TIMESTAMP_LTZ,
  compute: (value, precision = 3) => {
    if (!PRECISIONS.includes(precision)) throw new EvaluationError(WRONG);
    return millis(value, precision);
  },
});

function precisionOf(parameter: Parameter<number>): Parameter<number> {
  return { ...parameter, faultOf: (value) => (PRECISIONS.includes(Number(value)) ? null : WRONG) };
}

/** A number so large that it is no time in its unit leaves the range of times before it is multiplied. */
function millis(value: Int, precision: number): Int {
  if (precision > 3) return checkedTime(floorDivide(value, 10 ** (precision - 3)), 3);
  return toPrecision(checkedTime(value, precision), precision, 3);
}
