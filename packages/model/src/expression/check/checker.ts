import type { TextRange } from '../../issue.ts';
import type { Column } from '../../values/column-type.ts';
import type { Expression } from '../expression.ts';
import { formatShort } from '../print/format-expression.ts';
import { formatScalarType } from '../scalar-type.ts';
import type { TypedExpression } from '../typed-expression.ts';

/** What the checks of single forms need of the checker that they are part of. Null stands for a part that was reported as faulty. */
export interface Checker {
  readonly columns: readonly Column[];
  check(source: Expression): TypedExpression | null;
  /** Reports a mistake. */
  fault(message: string, range: TextRange): null;
}

/** All of several parts, or null where one of them is faulty; all of them are checked. */
export function checkAll(checker: Checker, sources: readonly Expression[]): readonly TypedExpression[] | null {
  const checked = sources.map((source) => checker.check(source));
  return checked.includes(null) ? null : checked.filter((part) => part !== null);
}

/** For messages: `price is BIGINT`. */
export function described({ source, type }: TypedExpression): string {
  return `${formatShort(source)} is ${formatScalarType(type)}`;
}
