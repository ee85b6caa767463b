import type { Value } from '../../values/value.ts';
import { type Cast, makeCast } from '../compute/cast/make-cast.ts';
import { countCharacters, sliceCharacters } from '../compute/text/code-points.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { CastExpression, CastTarget, TextLength } from '../expression.ts';
import { formatCastTarget } from '../parse/cast-target.ts';
import { formatShort } from '../print/format-expression.ts';
import { isColumnType } from '../scalar-type.ts';
import type { TypedExpression } from '../typed-expression.ts';
import { type Checker, described } from './checker.ts';
import { isTemporal } from './common-type.ts';
import { convert, mapped } from './convert.ts';
import { isNumeric } from './numeric-types.ts';

/** CAST and TRY_CAST. */
export function checkCast(checker: Checker, source: CastExpression): TypedExpression | null {
  const operand = checker.check(source.operand);
  if (operand === null) return null;
  const { type } = source.target;
  if (operand.type.kind === 'NULL') return { ...convert(operand, type), source };
  const cast = makeTargetCast(operand, source.target);
  if (cast === null) return checker.fault(refusal(operand, source.target), source.range);
  if (!source.isTry) return { ...mapped(operand, type, cast), source };
  return { ...mapped(operand, type, nullForErrors(cast), true), source };
}

/** With the length of CHAR and VARCHAR; null where no CAST leads to the type. */
export function makeTargetCast({ type: from }: TypedExpression, { type, length }: CastTarget): Cast | null {
  const cast = makeCast(from, type);
  if (cast === null || length === null) return cast;
  return (value) => withLength(cast(value) as string, length);
}

function withLength(text: string, { kind, characters }: TextLength): string {
  const count = countCharacters(text);
  if (count > characters) return sliceCharacters(text, 0, characters);
  return kind === 'CHAR' ? text + ' '.repeat(characters - count) : text;
}

function nullForErrors(cast: Cast): (value: NonNullable<Value>) => Value {
  return (value) => {
    try {
      return cast(value);
    } catch (error) {
      if (error instanceof EvaluationError) return null;
      throw error;
    }
  };
}

function refusal(operand: TypedExpression, target: CastTarget): string {
  const start = `${described(operand)}, which CAST cannot make ${formatCastTarget(target)}.`;
  const text = formatShort(operand.source);
  if (isTemporal(operand.type) && isNumeric(target.type)) {
    return `${start} Write EXTRACT(EPOCH FROM ${text}), or UNIX_TIMESTAMP(CAST(${text} AS STRING)).`;
  }
  if (isNumeric(operand.type) && isTemporal(target.type))
    return `${start} Write TO_TIMESTAMP_LTZ(${text}, 3) for milliseconds.`;
  if (isColumnType(operand.type)) return `${start} It makes texts of all types, and of texts most others.`;
  return `${start} Add the INTERVAL to a time first.`;
}
