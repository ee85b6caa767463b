import { RE2JS } from 're2js';
import { EvaluationError } from '../../evaluation-error.ts';
import { patternFault } from './regular-expression.ts';

export type Matches = (text: string) => boolean;

/** A pattern's literal parts, and where `_` (one character) and `%` (any text) stand between them. */
type LikePart = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'one' } | { readonly kind: 'any' };

/**
 * LIKE: `%` stands for any text and `_` for one character. Without ESCAPE nothing is escaped; the character behind `escapeWith` stands for
 * itself and must be `%`, `_` or the escape. Throws an EvaluationError for a pattern that breaks this.
 */
export function likeMatcher(pattern: string, escapeWith: string | null): Matches {
  const parts = likeParts(pattern, escapeWith);
  const [first, second, third] = parts;
  if (first === undefined) return (text) => text === '';
  if (parts.length === 1 && first.kind === 'text') return (text) => text === first.text;
  if (parts.length === 1 && first.kind === 'any') return () => true;
  if (parts.length === 2 && first.kind === 'text' && second?.kind === 'any')
    return (text) => text.startsWith(first.text);
  if (parts.length === 2 && first.kind === 'any' && second?.kind === 'text')
    return (text) => text.endsWith(second.text);
  if (parts.length === 3 && first.kind === 'any' && second?.kind === 'text' && third?.kind === 'any') {
    return (text) => text.includes(second.text);
  }
  return wholeMatcher(parts.map(expressionOf).join(''));
}

/** SIMILAR TO: LIKE with alternatives, groups, counts and sets of characters. */
export function similarMatcher(pattern: string, escapeWith: string | null): Matches {
  let expression = '';
  let isInSet = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === escapeWith) expression += RE2JS.quote(escapedCharacter(pattern, ++at, null));
    else if (isInSet) expression += character === '\\' ? '\\\\' : character;
    else if (character === '%') expression += '.*';
    else if (character === '_') expression += '.';
    else expression += '.^$\\'.includes(character) ? `\\${character}` : character;
    if (character === '[') isInSet = true;
    if (character === ']') isInSet = false;
  }
  return wholeMatcher(expression);
}

/** The one character of ESCAPE; throws an EvaluationError for another text. */
export function escapeCharacter(text: string): string {
  if (text.length === 1) return text;
  throw new EvaluationError('ESCAPE takes one character.');
}

function likeParts(pattern: string, escapeWith: string | null): readonly LikePart[] {
  const parts: LikePart[] = [];
  const addText = (text: string) => {
    const last = parts.at(-1);
    if (last?.kind === 'text') parts.splice(-1, 1, { kind: 'text', text: last.text + text });
    else parts.push({ kind: 'text', text });
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === escapeWith) addText(escapedCharacter(pattern, ++at, escapeWith));
    else if (character === '_') parts.push({ kind: 'one' });
    else if (character !== '%') addText(character);
    else if (parts.at(-1)?.kind !== 'any') parts.push({ kind: 'any' });
  }
  return parts;
}

/** `only`: the escape, where nothing but it and the wildcards may be escaped. */
function escapedCharacter(pattern: string, at: number, only: string | null): string {
  const character = pattern.charAt(at);
  if (character !== '' && (only === null || `%_${only}`.includes(character))) return character;
  throw new EvaluationError('An escape in the pattern stands before no %, no _ and no escape.');
}

function expressionOf(part: LikePart): string {
  if (part.kind === 'text') return RE2JS.quote(part.text);
  return part.kind === 'one' ? '.' : '.*';
}

function wholeMatcher(expression: string): Matches {
  const compiled = patternFault(expression, RE2JS.DOTALL);
  if (typeof compiled === 'string') throw new EvaluationError(compiled);
  return (text) => compiled.matcher(text).matches();
}
