import { BOOLEAN } from '../../../values/column-type.ts';
import { described } from '../../check/checker.ts';
import { comparable } from '../../check/comparable.ts';
import { convert } from '../../check/convert.ts';
import { unified } from '../../check/unified.ts';
import { comparison } from '../../compile/compile-comparison.ts';
import { computed } from '../../fold-constant.ts';
import type { Evaluate, TypedExpression } from '../../typed-expression.ts';
import type { FunctionCall, FunctionDefinition } from '../function-definition.ts';

export const choices: readonly FunctionDefinition[] = [
  {
    name: 'COALESCE',
    group: 'Conditions',
    signatures: ['COALESCE(value, …)'],
    summary: 'The first value that is not NULL; those behind it are not computed.',
    examples: [['COALESCE(NULL, 2, 3)', '2']],
    minArguments: 1,
    maxArguments: 255,
    resolve: resolveCoalesce,
  },
  {
    name: 'IFNULL',
    group: 'Conditions',
    signatures: ['IFNULL(value, otherwise)'],
    summary: 'The value, or the other one where it is NULL.',
    examples: [['IFNULL(NULL, 5)', '5']],
    minArguments: 2,
    maxArguments: 2,
    resolve: resolveCoalesce,
  },
  {
    name: 'NULLIF',
    group: 'Conditions',
    signatures: ['NULLIF(value, other)'],
    summary: 'NULL where both are equal, else the value.',
    examples: [
      ['NULLIF(7, 7)', 'NULL'],
      ['NULLIF(7, 8)', '7'],
    ],
    minArguments: 2,
    maxArguments: 2,
    resolve: resolveNullif,
  },
  {
    name: 'IF',
    group: 'Conditions',
    signatures: ['IF(condition, value, otherwise)'],
    summary: 'The value where the condition is TRUE, else the other one; only that one is computed.',
    examples: [["IF(1 > 2, 'a', 'b')", 'b']],
    minArguments: 3,
    maxArguments: 3,
    resolve: resolveIf,
  },
];

function resolveCoalesce({ checker, source, arguments: given }: FunctionCall): TypedExpression | null {
  const values = unified(checker, source.name, given);
  if (values === null) return null;
  const { type, parts } = values;
  const nullable = parts.every((part) => part.nullable);
  return computed({ type, nullable, source, parts, compile: firstValue });
}

function firstValue(parts: readonly Evaluate[]): Evaluate {
  return (row) => {
    for (const part of parts) {
      const value = part(row);
      if (value !== null) return value;
    }
    return null;
  };
}

/** Of the value's own type, whatever it is compared with. */
function resolveNullif({ checker, source, arguments: given }: FunctionCall): TypedExpression | null {
  const compared = comparable(checker, given);
  if (compared === null) return null;
  const value = given[0] as TypedExpression;
  const equal = comparison((compared[0] as TypedExpression).type, '=');
  const compile = ([whole, left, right]: readonly Evaluate[]): Evaluate => {
    const [operandOf, a, b] = [whole as Evaluate, left as Evaluate, right as Evaluate];
    return (row) => {
      const found = operandOf(row);
      if (found === null) return null;
      const other = b(row);
      return other !== null && equal(a(row), other) ? null : found;
    };
  };
  return computed({ type: value.type, nullable: true, source, parts: [value, ...compared], compile });
}

function resolveIf({ checker, source, arguments: given }: FunctionCall): TypedExpression | null {
  const [test, ...branches] = given as readonly [TypedExpression, ...TypedExpression[]];
  if (test.type.kind !== 'BOOLEAN' && test.type.kind !== 'NULL') {
    return checker.fault(`IF takes a condition first; ${described(test)}.`, test.source.range);
  }
  const values = unified(checker, 'IF', branches);
  if (values === null) return null;
  const { type, parts } = values;
  const compile = ([when, then, otherwise]: readonly Evaluate[]): Evaluate => {
    const [condition, a, b] = [when as Evaluate, then as Evaluate, otherwise as Evaluate];
    return (row) => (condition(row) === true ? a(row) : b(row));
  };
  const nullable = parts.some((part) => part.nullable);
  return computed({ type, nullable, source, parts: [convert(test, BOOLEAN), ...parts], compile });
}
