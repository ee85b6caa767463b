import { BOOLEAN, STRING } from '../../values/column-type.ts';
import { escapeCharacter, likeMatcher, type Matches, similarMatcher } from '../compute/text/like-pattern.ts';
import { cached } from '../compute/text/pattern-cache.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { LikeExpression } from '../expression.ts';
import { computed } from '../fold-constant.ts';
import { formatShort } from '../print/format-expression.ts';
import { formatScalarType } from '../scalar-type.ts';
import type { Evaluate, TypedExpression } from '../typed-expression.ts';
import { type Checker, checkAll } from './checker.ts';
import { convert } from './convert.ts';

/** LIKE and SIMILAR TO. A pattern that is written is read once, and its mistakes are found here. */
export function checkLike(checker: Checker, source: LikeExpression): TypedExpression | null {
  const { operator, negated, operand, pattern, escape: escapeWith } = source;
  const checked = checkAll(checker, escapeWith === null ? [operand, pattern] : [operand, pattern, escapeWith]);
  if (checked === null) return null;
  const faults = checked.filter(({ type }) => type.kind !== 'STRING' && type.kind !== 'NULL');
  for (const part of faults) {
    const message = `${operator} takes texts; ${formatShort(part.source)} is ${formatScalarType(part.type)}.`;
    checker.fault(message, part.source.range);
  }
  if (faults.length > 0) return null;
  const parts = checked.map((part) => convert(part, STRING));
  const makeMatcher = operator === 'LIKE' ? likeMatcher : similarMatcher;
  const fault = patternFault(parts, makeMatcher);
  if (fault !== null) return checker.fault(fault, pattern.range);
  const compile = (evaluates: readonly Evaluate[]) => compileLike(evaluates, makeMatcher, negated);
  return computed({ type: BOOLEAN, nullable: parts.some(({ nullable }) => nullable), source, parts, compile });
}

type MakeMatcher = (pattern: string, escapeWith: string | null) => Matches;

function compileLike(parts: readonly Evaluate[], makeMatcher: MakeMatcher, negated: boolean): Evaluate {
  const [operand, pattern, escapeOf] = parts as readonly [Evaluate, Evaluate, Evaluate | undefined];
  let known: string | null = null;
  let matcherOf = cached((text: string) => makeMatcher(text, known));
  return (row) => {
    const text = operand(row);
    const like = text === null ? null : pattern(row);
    if (like === null) return null;
    if (escapeOf !== undefined) {
      const character = escapeOf(row);
      if (character === null) return null;
      if (character !== known) {
        known = escapeCharacter(character as string);
        matcherOf = cached((wanted: string) => makeMatcher(wanted, known));
      }
    }
    return matcherOf(like as string)(text as string) !== negated;
  };
}

/** What is wrong with a pattern that is the same for every row. */
function patternFault([, pattern, escapeWith]: readonly TypedExpression[], makeMatcher: MakeMatcher): string | null {
  if (pattern?.kind !== 'literal' || pattern.value === null) return null;
  if (escapeWith !== undefined && (escapeWith.kind !== 'literal' || escapeWith.value === null)) return null;
  try {
    makeMatcher(pattern.value as string, escapeWith === undefined ? null : escapeCharacter(escapeWith.value as string));
    return null;
  } catch (error) {
    if (error instanceof EvaluationError) return error.message;
    throw error;
  }
}
