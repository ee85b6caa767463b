import { formatType } from '../../values/column-type.ts';
import { converted } from '../compile-conversion.ts';
import { commonType } from '../numeric-types.ts';
import type { TypedExpression } from '../typed-expression.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The first argument that is not NULL; those behind it are not computed. */
export const coalesce: FunctionDefinition = {
  name: 'COALESCE',
  signature: 'COALESCE(value, …)',
  summary: 'The first value that is not NULL.',
  minArguments: 1,
  maxArguments: Number.POSITIVE_INFINITY,
  resolve(args) {
    let { type } = args[0] as TypedExpression;
    for (const [argument, candidate] of args.entries()) {
      const common = commonType(type, candidate.type);
      if (common === null) {
        const fault = `COALESCE takes values of one type: ${formatType(type)} and ${formatType(candidate.type)} have none in common.`;
        return { fault, argument };
      }
      type = common;
    }
    return { type, nullable: args.every((candidate) => candidate.nullable) };
  },
  compile({ type, arguments: typed }, args) {
    const values = args.map((evaluate, i) => converted(evaluate, (typed[i] as TypedExpression).type, type));
    return (row) => {
      for (const value of values) {
        const found = value(row);
        if (found !== null) return found;
      }
      return null;
    };
  },
};
