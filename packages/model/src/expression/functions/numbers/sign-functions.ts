import { compareNumbers } from '../../../values/compare-values.ts';
import type { Int } from '../../../values/value.ts';
import { combined } from '../../check/check-arithmetic.ts';
import { described } from '../../check/checker.ts';
import { mapped } from '../../check/convert.ts';
import { asDecimal, isNumeric, type NumericType } from '../../check/numeric-types.ts';
import { negated } from '../../compile/compile-arithmetic.ts';
import { formatShort } from '../../print/format-expression.ts';
import type { TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';

/** The distance from 0; of the smallest integer an error of the row (X2). */
const abs: FunctionDefinition = {
  name: 'ABS',
  group: 'Numbers',
  signatures: ['ABS(number)'],
  summary: 'The number without its sign.',
  examples: [
    ['ABS(-7)', '7'],
    ['ABS(-1.50)', '1.50'],
  ],
  minArguments: 1,
  maxArguments: 1,
  resolve(call) {
    const { source } = call;
    return numberArgument(call, (number, type) => {
      const negate = negated(type.kind, formatShort(source));
      return mapped(number, type, (value) => ((value as Int) < 0 ? negate(value as Int) : value));
    });
  },
};

const sign: FunctionDefinition = {
  name: 'SIGN',
  group: 'Numbers',
  signatures: ['SIGN(number)'],
  summary: '1, 0 or -1, in the type of the number.',
  examples: [['SIGN(-7)', '-1']],
  minArguments: 1,
  maxArguments: 1,
  resolve: (call) =>
    numberArgument(call, (number, type) => {
      const one = type.kind === 'DECIMAL' ? 10 ** asDecimal(type).scale : 1;
      const unit = Number.isSafeInteger(one) ? one : BigInt(10) ** BigInt(asDecimal(type).scale);
      return mapped(number, type, (value) => {
        const order = Number.isNaN(value) ? Number.NaN : compareNumbers(value as Int, 0);
        return typeof unit === 'number' ? order * unit + 0 : order === 0 ? 0 : BigInt(order) * unit;
      });
    }),
};

const mod: FunctionDefinition = {
  name: 'MOD',
  group: 'Numbers',
  signatures: ['MOD(number, divisor)'],
  summary: 'The remainder of a division, with the sign of the number: number % divisor.',
  examples: [['MOD(-7, 2)', '-1']],
  minArguments: 2,
  maxArguments: 2,
  resolve({ checker, source, arguments: [left, right] }) {
    for (const part of [left, right]) {
      if (part === undefined) return null;
      if (!isNumeric(part.type) && part.type.kind !== 'NULL') {
        return checker.fault(`MOD takes numbers; ${described(part)}.`, part.source.range);
      }
    }
    return combined(checker, '%', source, [left as TypedExpression, right as TypedExpression]);
  },
};

export const signFunctions: readonly FunctionDefinition[] = [abs, sign, mod];

/** The result of the only argument, which must be a number; NULL stays NULL. */
function numberArgument(
  { checker, source, arguments: [number] }: FunctionCall,
  make: (number: TypedExpression, type: NumericType) => TypedExpression,
): TypedExpression | null {
  if (number === undefined) return null;
  if (number.type.kind === 'NULL') return { ...number, source };
  if (isNumeric(number.type)) return { ...make(number, number.type), source };
  return checker.fault(`${source.name} takes a number; ${described(number)}.`, number.source.range);
}
