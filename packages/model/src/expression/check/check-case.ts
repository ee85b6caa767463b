import { comparison } from '../compile/compile-comparison.ts';
import type { CaseExpression } from '../expression.ts';
import { computed } from '../fold-constant.ts';
import type { ScalarType } from '../scalar-type.ts';
import { NULL_TYPE } from '../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import { checkBoolean } from './check-logic.ts';
import { type Checker, checkAll } from './checker.ts';
import { comparable } from './comparable.ts';
import { unified } from './unified.ts';

/** What stands behind the first WHEN that is TRUE, or that equals the operand; what is not needed is not computed (X3). */
export function checkCase(checker: Checker, source: CaseExpression): TypedExpression | null {
  const tests = source.operand === null ? conditions(checker, source) : comparands(checker, source);
  const results = checkAll(
    checker,
    source.branches.map(({ result }) => result),
  );
  const otherwise = checkOtherwise(checker, source);
  if (tests === null || results === null || otherwise === null) return null;
  const values = unified(checker, 'CASE', [...results, otherwise]);
  if (values === null) return null;
  const operandType = source.operand === null ? null : (tests[0] as TypedExpression).type;
  return computed({
    type: values.type,
    nullable: values.parts.some(({ nullable }) => nullable),
    source,
    parts: [...tests, ...values.parts],
    compile: (parts) => compileCase(parts.slice(0, tests.length), parts.slice(tests.length), operandType),
  });
}

function checkOtherwise(checker: Checker, source: CaseExpression): TypedExpression | null {
  if (source.otherwise !== null) return checker.check(source.otherwise);
  return { kind: 'literal', type: NULL_TYPE, nullable: true, source, value: null };
}

function conditions(checker: Checker, { branches }: CaseExpression): readonly TypedExpression[] | null {
  const checked = branches.map(({ when }) => checkBoolean(checker, when, 'WHEN'));
  return checked.includes(null) ? null : checked.filter((part) => part !== null);
}

/** The operand, then what it is compared with. */
function comparands(checker: Checker, { operand, branches }: CaseExpression): readonly TypedExpression[] | null {
  const sources = branches.map(({ when }) => when);
  const checked = checkAll(checker, operand === null ? sources : [operand, ...sources]);
  return checked === null ? null : comparable(checker, checked);
}

/** `results` has one more than there are WHENs. */
function compileCase(
  tests: readonly Evaluate[],
  results: readonly Evaluate[],
  operandType: ScalarType | null,
): Evaluate {
  const otherwise = results.at(-1) as Evaluate;
  if (operandType === null) {
    return (row) => {
      for (let i = 0; i < tests.length; i++) {
        if ((tests[i] as Evaluate)(row) === true) return (results[i] as Evaluate)(row);
      }
      return otherwise(row);
    };
  }
  const [operand, ...whens] = tests as readonly [Evaluate, ...Evaluate[]];
  const equal = comparison(operandType, '=');
  return (row) => {
    const value = operand(row);
    if (value === null) return otherwise(row);
    for (let i = 0; i < whens.length; i++) {
      const when = (whens[i] as Evaluate)(row);
      if (when !== null && equal(value, when)) return (results[i] as Evaluate)(row);
    }
    return otherwise(row);
  };
}
