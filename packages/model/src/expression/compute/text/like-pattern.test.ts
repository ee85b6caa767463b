import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EvaluationError } from '../../evaluation-error.ts';
import { likeMatcher, similarMatcher } from './like-pattern.ts';

/** LIKE as its definition says it, character by character; takes exponential time. */
function likeByDefinition(text: readonly string[], pattern: readonly string[]): boolean {
  const [wanted, ...rest] = pattern;
  if (wanted === undefined) return text.length === 0;
  if (wanted === '%') return text.some((_, i) => likeByDefinition(text.slice(i), rest)) || likeByDefinition([], rest);
  return text.length > 0 && (wanted === '_' || wanted === text[0]) && likeByDefinition(text.slice(1), rest);
}

const letters = fc.constantFrom('a', 'b', '😀', '.', '\n', '\\');

test('LIKE is what its definition says, by code points', () => {
  const pattern = fc.array(fc.oneof(letters, fc.constantFrom('%', '_')), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 6 }), pattern, (text, like) => {
      expect(likeMatcher(like.join(''), null)(text.join(''))).toBe(likeByDefinition(text, like));
    }),
    { numRuns: 5000 },
  );
});

describe('an escape makes what follows stand for itself', () => {
  test.each<readonly [string, string, boolean]>([
    ['a!%', 'a%', true],
    ['a!%', 'ab', false],
    ['!_!!', '_!', true],
    ['%!%%', 'a%b', true],
  ])("LIKE '%s' ESCAPE '!' of %s is %s", (pattern, text, result) => {
    expect(likeMatcher(pattern, '!')(text)).toBe(result);
  });

  test.each(['a!b', 'a!'])("LIKE '%s' ESCAPE '!' is refused", (pattern) => {
    expect(() => likeMatcher(pattern, '!')).toThrow(EvaluationError);
  });
});

describe('SIMILAR TO', () => {
  test.each<readonly [string, string, boolean]>([
    ['(ab|c)+', 'abcab', true],
    ['(ab|c)+', 'xabcab', false],
    ['a%', 'a\nb', true],
    ['a.c', 'abc', false],
    ['a.c', 'a.c', true],
    ['[a-c]{2}', 'ab', true],
    ['[^a]_', 'bx', true],
    ['a^', 'a^', true],
  ])("'%s' of %j is %s", (pattern, text, result) => {
    expect(similarMatcher(pattern, null)(text)).toBe(result);
  });

  test('a broken pattern is refused', () => {
    expect(() => similarMatcher('(a', null)).toThrow('The pattern cannot be read');
  });
});

test('patterns that take others exponential time end [X6]', () => {
  expect(likeMatcher('%a%a%a%a%a%a%a%a%b', null)('a'.repeat(100_000))).toBe(false);
  expect(similarMatcher('(a+)+b', null)('a'.repeat(100_000))).toBe(false);
});

test('a pattern that repeats too much, or is too long, is refused [X6]', () => {
  expect(() => similarMatcher('((a{100}){10}){10}', null)).toThrow('pattern');
  expect(() => likeMatcher(`${'a'.repeat(999)}%b`, null)).toThrow('at most 1000 characters');
});
