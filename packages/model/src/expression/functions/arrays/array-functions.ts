import { BOOLEAN, INT, isComparable } from '../../../values/column-type.ts';
import type { Value } from '../../../values/value.ts';
import { described } from '../../check/checker.ts';
import { commonType } from '../../check/common-type.ts';
import { convert, mapped } from '../../check/convert.ts';
import { comparison } from '../../compile/compile-comparison.ts';
import { computed } from '../../fold-constant.ts';
import { formatScalarType, sameScalarType } from '../../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';

export const arrayFunctions: readonly FunctionDefinition[] = [
  {
    name: 'CARDINALITY',
    group: 'Arrays',
    signatures: ['CARDINALITY(array)'],
    summary: 'How many elements an array has.',
    examples: [['CARDINALITY(ARRAY[1, 2, 3])', '3']],
    minArguments: 1,
    maxArguments: 1,
    resolve({ checker, source, arguments: [array] }) {
      if (array === undefined) return null;
      if (array.type.kind !== 'ARRAY')
        return checker.fault(`CARDINALITY takes an array; ${described(array)}.`, array.source.range);
      return { ...mapped(array, INT, (values) => (values as readonly Value[]).length), source };
    },
  },
  {
    name: 'ARRAY_CONTAINS',
    group: 'Arrays',
    signatures: ['ARRAY_CONTAINS(array, value)'],
    summary: 'Whether an element equals a value; NULL is found where an element is NULL.',
    examples: [["ARRAY_CONTAINS(ARRAY['a', 'b'], 'b')", 'TRUE']],
    minArguments: 2,
    maxArguments: 2,
    resolve: resolveContains,
  },
];

function resolveContains({ checker, source, arguments: given }: FunctionCall): TypedExpression | null {
  const [array, value] = given as readonly [TypedExpression, TypedExpression];
  if (array.type.kind !== 'ARRAY')
    return checker.fault(`ARRAY_CONTAINS takes an array; ${described(array)}.`, array.source.range);
  const { element } = array.type;
  const common = commonType(element, value.type);
  if (common === null || !sameScalarType(common, element) || !isComparable(element)) {
    const message = `The elements are ${formatScalarType(element)}; ${described(value)}: they cannot be compared.`;
    return checker.fault(message, value.source.range);
  }
  const equal = comparison(element, '=');
  const contains = (values: readonly Value[], wanted: Value) =>
    values.some((found) => (found === null || wanted === null ? found === wanted : equal(found, wanted)));
  const compile = ([list, wanted]: readonly Evaluate[]): Evaluate => {
    const [valuesOf, wantedOf] = [list as Evaluate, wanted as Evaluate];
    return (row) => {
      const values = valuesOf(row);
      return values === null ? null : contains(values as readonly Value[], wantedOf(row));
    };
  };
  return computed({
    type: BOOLEAN,
    nullable: array.nullable,
    source,
    parts: [array, convert(value, element)],
    compile,
  });
}
