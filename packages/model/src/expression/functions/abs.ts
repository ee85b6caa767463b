import { formatType } from '../../values/column-type.ts';
import type { Int } from '../../values/value.ts';
import { compileNegation } from '../compile-arithmetic.ts';
import { isNumeric } from '../numeric-types.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The distance from 0; of the smallest integer an error of the row (X2). */
export const abs: FunctionDefinition = {
  name: 'ABS',
  signature: 'ABS(number)',
  summary: 'The number without its sign.',
  minArguments: 1,
  maxArguments: 1,
  resolve(args) {
    const [{ type, nullable }] = args as readonly [(typeof args)[number]];
    if (isNumeric(type)) return { type, nullable };
    return { fault: `ABS takes a number, not ${formatType(type)}.`, argument: 0 };
  },
  compile({ type, source }, [value]) {
    const operand = value as NonNullable<typeof value>;
    const negated = compileNegation(type, operand, source);
    return (row) => {
      const found = operand(row) as Int | null;
      return found !== null && found < 0 ? negated(row) : found;
    };
  },
};
