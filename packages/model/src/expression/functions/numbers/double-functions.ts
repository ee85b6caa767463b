import { DOUBLE } from '../../../values/column-type.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import type { FunctionDefinition, FunctionExample } from '../function-definition.ts';
import { double } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

/** Functions of doubles. A result that is not finite although the arguments are is an error of the row (X2). */
export const doubleFunctions: readonly FunctionDefinition[] = [
  ofOne('SQRT', 'The square root.', Math.sqrt, ['SQRT(16)', '4.0']),
  ofOne('EXP', 'e to a power.', Math.exp, ['EXP(0)', '1.0']),
  ofOne('LN', 'The natural logarithm.', Math.log, ['LN(1)', '0.0']),
  ofOne('LOG10', 'The logarithm to base 10.', Math.log10, ['LOG10(1000)', '3.0']),
  ofOne('LOG2', 'The logarithm to base 2.', Math.log2, ['LOG2(8)', '3.0']),
  ofOne('SIN', 'The sine of radians.', Math.sin, ['SIN(0)', '0.0']),
  ofOne('COS', 'The cosine of radians.', Math.cos, ['COS(0)', '1.0']),
  ofOne('TAN', 'The tangent of radians.', Math.tan, ['TAN(0)', '0.0']),
  ofOne('ASIN', 'The arc sine in radians.', Math.asin, ['ASIN(0)', '0.0']),
  ofOne('ACOS', 'The arc cosine in radians.', Math.acos, ['ACOS(1)', '0.0']),
  ofOne('ATAN', 'The arc tangent in radians.', Math.atan, ['ATAN(0)', '0.0']),
  ofOne('DEGREES', 'Radians as degrees.', (radians) => (radians * 180) / Math.PI, ['DEGREES(PI())', '180.0']),
  ofOne('RADIANS', 'Degrees as radians.', (degrees) => (degrees / 180) * Math.PI, ['RADIANS(0)', '0.0']),
  plainFunction({
    name: 'POWER',
    group: 'Numbers',
    summary: 'A number to a power.',
    examples: [['POWER(2, 10)', '1024.0']],
    parameters: [double('number'), double('power')],
    type: DOUBLE,
    compute: (number, power) => finite(number ** power, `POWER(${number}, ${power})`, number, power),
  }),
  plainFunction({
    name: 'ATAN2',
    group: 'Numbers',
    summary: 'The angle in radians of the point x, y.',
    examples: [['ATAN2(0, 1)', '0.0']],
    parameters: [double('y'), double('x')],
    type: DOUBLE,
    compute: (y, x) => finite(Math.atan2(y, x), `ATAN2(${y}, ${x})`, y, x),
  }),
  plainFunction({
    name: 'LOG',
    group: 'Numbers',
    summary: 'The logarithm to a base.',
    examples: [['ROUND(LOG(2, 8), 6)', '3.0']],
    parameters: [double('base'), double('number')],
    type: DOUBLE,
    compute: (base, number) => finite(Math.log(number) / Math.log(base), `LOG(${base}, ${number})`, base, number),
  }),
  constant('PI', 'The ratio of a circle to its diameter.', Math.PI),
  constant('E', 'The base of the natural logarithm.', Math.E),
];

function ofOne(
  name: string,
  summary: string,
  apply: (value: number) => number,
  example: FunctionExample,
): FunctionDefinition {
  return plainFunction({
    name,
    group: 'Numbers',
    summary,
    examples: [example],
    parameters: [double('number')],
    type: DOUBLE,
    compute: (value) => finite(apply(value), `${name}(${value})`, value),
  });
}

function constant(name: string, summary: string, value: number): FunctionDefinition {
  const examples: readonly FunctionExample[] = [[`${name}()`, String(value)]];
  return plainFunction({
    name,
    group: 'Numbers',
    summary,
    examples,
    parameters: [],
    type: DOUBLE,
    compute: () => value,
  });
}

function finite(result: number, call: string, ...values: readonly number[]): number {
  if (Number.isFinite(result) || !values.every(Number.isFinite)) return result + 0;
  throw new EvaluationError(`${call} has no value.`);
}
