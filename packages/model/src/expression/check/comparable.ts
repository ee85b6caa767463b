import type { DecimalType } from '../../values/column-type.ts';
import { makeCast } from '../compute/cast/make-cast.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { formatShort } from '../print/format-expression.ts';
import { isColumnType, NULL_TYPE, type ScalarType } from '../scalar-type.ts';
import type { TypedExpression, TypedLiteral } from '../typed-expression.ts';
import { type Checker, described } from './checker.ts';
import { comparisonType, isTemporal } from './common-type.ts';
import { convert, convertScale } from './convert.ts';
import { isNumeric } from './numeric-types.ts';

/** All as values of one type, in which they can be compared; null where they have none, reported at the part that does not fit. */
export function comparable(checker: Checker, parts: readonly TypedExpression[]): readonly TypedExpression[] | null {
  const read = parts.map((part) => timeOfText(part, parts));
  let type: ScalarType = NULL_TYPE;
  for (const [i, part] of read.entries()) {
    const common = comparisonType(type, part.type);
    if (common === null || common.kind === 'INTERVAL') return incomparable(checker, read, i);
    type = common;
  }
  const common = type;
  return read.map((part) => (common.kind === 'DECIMAL' ? unbounded(part, common) : convert(part, common)));
}

function unbounded(part: TypedExpression, type: DecimalType): TypedExpression {
  return part.type.kind === 'NULL' ? convert(part, type) : convertScale(part, type);
}

/** A text that stands beside a time is read as one, once. */
function timeOfText(part: TypedExpression, parts: readonly TypedExpression[]): TypedExpression {
  if (part.kind !== 'literal' || part.type.kind !== 'STRING' || part.value === null) return part;
  const time = parts.map(({ type }) => type).find(isTemporal);
  const cast = time === undefined ? null : makeCast(part.type, time);
  if (time === undefined || cast === null) return part;
  try {
    return { ...part, type: time, value: cast(part.value) };
  } catch (error) {
    if (error instanceof EvaluationError) return part;
    throw error;
  }
}

function incomparable(checker: Checker, parts: readonly TypedExpression[], at: number): null {
  const first = parts
    .slice(0, at)
    .find(({ type }) => comparisonType(type, (parts[at] as TypedExpression).type) === null);
  const left = first ?? (parts[at] as TypedExpression);
  const right = parts[at] as TypedExpression;
  const culprit = left.kind === 'literal' && right.kind !== 'literal' ? left : right;
  const other = culprit === left ? right : left;
  const message = `${described(other)} and ${described(culprit)}: they cannot be compared.${remedy(other.type, culprit)}`;
  return checker.fault(message, culprit.source.range);
}

function remedy(wanted: ScalarType, culprit: TypedExpression): string {
  const isText = culprit.kind === 'literal' && culprit.type.kind === 'STRING';
  if (wanted.kind === 'STRING' && culprit.kind === 'literal') return ` Write the text ${asText(culprit)}.`;
  if (wanted.kind === 'STRING') return ` Write CAST(${formatShort(culprit.source)} AS STRING).`;
  if (wanted.kind === 'DATE') return " Write DATE '2026-01-31'.";
  if (wanted.kind === 'TIME') return " Write TIME '10:11:12'.";
  if (wanted.kind === 'TIMESTAMP') return " Write TIMESTAMP '2026-01-31 00:00:00'.";
  if (wanted.kind === 'TIMESTAMP_LTZ') return " Write TIMESTAMP_LTZ '2026-01-31 00:00:00Z'.";
  if (isNumeric(wanted) && isText) return ' Write a number without quotes.';
  if (wanted.kind === 'BOOLEAN' && isText) return ' Write TRUE or FALSE without quotes.';
  if (isColumnType(wanted) && wanted.kind === culprit.type.kind)
    return ` ${wanted.kind} has no order; compare a part of it.`;
  return ' Compare values of one type.';
}

function asText({ source }: TypedLiteral): string {
  return `'${formatShort(source)}'`;
}
