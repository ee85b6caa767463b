import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyExpression, withoutRanges } from '../testing/arbitrary-expression.ts';
import { succeeded } from '../testing/messages.ts';
import { formatExpression } from './format-expression.ts';
import { parseExpression } from './parse-expression.ts';

test('an expression is read as it was written [X1]', () => {
  fc.assert(
    fc.property(anyExpression, (expression) => {
      const text = formatExpression(expression);
      const read = succeeded(parseExpression(text));
      expect(withoutRanges(read)).toEqual(withoutRanges(expression));
      expect(formatExpression(read)).toBe(text);
    }),
    { numRuns: 3000 },
  );
});

describe('the text is normalised', () => {
  test.each([
    ['price>100', 'price > 100'],
    ['a and not b or c is not null', 'a AND NOT b OR c IS NOT NULL'],
    ['((a + b)) * c', '(a + b) * c'],
    ['(a * b) + c', 'a * b + c'],
    ['a - (b - c)', 'a - (b - c)'],
    ['(a - b) - c', 'a - b - c'],
    ['a AND (b AND c)', 'a AND (b AND c)'],
    ['NOT (a = b)', 'NOT a = b'],
    ['(NOT a) = b', '(NOT a) = b'],
    ['a = b IS NULL', 'a = b IS NULL'],
    ['a = (b IS NULL)', 'a = (b IS NULL)'],
    ['- - a', '-(-a)'],
    ['- (5)', '-(5)'],
    ['-a * b', '-a * b'],
    ['-(a * b)', '-(a * b)'],
    ['a != b', 'a <> b'],
    ['`end` = `price`', '`end` = price'],
    ["timestamp '2026-01-01 00:00:00' < ts", "TIMESTAMP '2026-01-01 00:00:00.000' < ts"],
    ['abs(-1)', 'ABS(-1)'],
    ['1. + .5 + 1e2 + 1E400000 * 0', ''],
    ['1. + .5 + 1e2', '1.0 + 0.5 + 100.0'],
    ['a -- comment\n + /* another */ b', 'a + b'],
    ["'it''s'", "'it''s'"],
  ])('%s', (text, expected) => {
    const parsed = parseExpression(text);
    expect(parsed.ok ? formatExpression(parsed.value) : '').toBe(expected);
  });
});
