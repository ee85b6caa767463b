import { isComparable } from '../../../values/column-type.ts';
import type { Value } from '../../../values/value.ts';
import { unified } from '../../check/unified.ts';
import { comparison } from '../../compile/compile-comparison.ts';
import type { ComparisonOperator } from '../../expression.ts';
import { computed } from '../../fold-constant.ts';
import { formatScalarType, isColumnType } from '../../scalar-type.ts';
import type { TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';
import { compileCall } from '../plain-function.ts';

export const extremes: readonly FunctionDefinition[] = [
  {
    name: 'GREATEST',
    group: 'Numbers',
    signatures: ['GREATEST(value, …)'],
    summary: 'The largest of the values; NULL where one of them is.',
    examples: [['GREATEST(1, 3, 2)', '3']],
    minArguments: 1,
    maxArguments: 255,
    resolve: (call) => resolveExtreme(call, '>'),
  },
  {
    name: 'LEAST',
    group: 'Numbers',
    signatures: ['LEAST(value, …)'],
    summary: 'The smallest of the values; NULL where one of them is.',
    examples: [['LEAST(1, 3, 2)', '1']],
    minArguments: 1,
    maxArguments: 255,
    resolve: (call) => resolveExtreme(call, '<'),
  },
];

/** `wins`: how a value stands to the one that it takes the place of. */
function resolveExtreme(
  { checker, source, arguments: given }: FunctionCall,
  wins: ComparisonOperator,
): TypedExpression | null {
  const values = unified(checker, source.name, given);
  if (values === null) return null;
  const { type, parts } = values;
  if (type.kind !== 'NULL' && !(isColumnType(type) && isComparable(type))) {
    return checker.fault(
      `${source.name} takes values with an order; ${formatScalarType(type)} has none.`,
      source.range,
    );
  }
  const isBetter = comparison(type, wins);
  const extreme = (found: readonly Value[]) => found.reduce((best, value) => (isBetter(value, best) ? value : best));
  const nullable = parts.some((part) => part.nullable);
  return computed({ type, nullable, source, parts, compile: (evaluates) => compileCall(evaluates, extreme) });
}
