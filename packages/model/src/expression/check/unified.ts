import { NULL_TYPE, type ScalarType } from '../scalar-type.ts';
import type { TypedExpression } from '../typed-expression.ts';
import { type Checker, described } from './checker.ts';
import { commonType } from './common-type.ts';
import { convert } from './convert.ts';

export type Unified = { readonly type: ScalarType; readonly parts: readonly TypedExpression[] };

/** All with the type that they have in common; null where there is none, reported at the first that does not fit. `name` for messages. */
export function unified(checker: Checker, name: string, parts: readonly TypedExpression[]): Unified | null {
  let type: ScalarType = NULL_TYPE;
  for (const [i, part] of parts.entries()) {
    const common = commonType(type, part.type);
    if (common === null) {
      const other = parts.slice(0, i).find((earlier) => commonType(earlier.type, part.type) === null) ?? part;
      const message = `${name} takes values of one type: ${described(other)} and ${described(part)}.`;
      return checker.fault(message, part.source.range);
    }
    type = common;
  }
  const common = type;
  return { type, parts: parts.map((part) => convert(part, common)) };
}
