import { STRING } from '../../values/column-type.ts';
import { limitedText } from '../compute/text/limited-text.ts';
import type { BinaryExpression } from '../expression.ts';
import { computed } from '../fold-constant.ts';
import { formatShort } from '../print/format-expression.ts';
import { formatScalarType } from '../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import { type Checker, checkAll } from './checker.ts';
import { convert } from './convert.ts';

/** `left || right` of two texts. */
export function checkConcatenation(checker: Checker, source: BinaryExpression): TypedExpression | null {
  const checked = checkAll(checker, [source.left, source.right]);
  if (checked === null) return null;
  const faults = checked.filter(({ type }) => type.kind !== 'STRING' && type.kind !== 'NULL');
  for (const part of faults) {
    const text = formatShort(part.source);
    const message = `|| takes texts; ${text} is ${formatScalarType(part.type)}. Write CAST(${text} AS STRING).`;
    checker.fault(message, part.source.range);
  }
  if (faults.length > 0) return null;
  const parts = checked.map((part) => convert(part, STRING));
  const compile = ([left, right]: readonly Evaluate[]): Evaluate => {
    const [a, b] = [left as Evaluate, right as Evaluate];
    return (row) => {
      const x = a(row);
      const y = x === null ? null : b(row);
      return y === null ? null : limitedText(`${x}${y}`);
    };
  };
  return computed({ type: STRING, nullable: parts.some(({ nullable }) => nullable), source, parts, compile });
}
