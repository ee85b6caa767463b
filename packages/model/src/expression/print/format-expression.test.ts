import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyExpression, withoutRanges } from '../../testing/arbitrary-expression.ts';
import { succeeded } from '../../testing/messages.ts';
import { parseExpression } from '../parse/parse-expression.ts';
import { formatExpression } from './format-expression.ts';

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
    ['1. + .5 + 1e2', '1 + 0.5 + 100e0'],
    ['a not between 1 and 2 + 3', 'a NOT BETWEEN 1 AND 2 + 3'],
    ["s like 'a%' || t escape '!'", "s LIKE 'a%' || t ESCAPE '!'"],
    ['case a when 1 then b end', 'CASE a WHEN 1 THEN b END'],
    ['cast(a as numeric(10,2))', 'CAST(a AS DECIMAL(10, 2))'],
    ['cast(a as varchar(3))', 'CAST(a AS VARCHAR(3))'],
    ["ts + interval '90' minute", "ts + INTERVAL '90' MINUTE"],
    ["interval '1 2:03:04.5' day to second + ts", "INTERVAL '93784.500' SECOND + ts"],
    ['trim(both from s)', 'TRIM(s)'],
    ['substring(s from 2 for 3)', 'SUBSTRING(s, 2, 3)'],
    ["json_value(j, '$.a' null on empty default 1 on error)", "JSON_VALUE(j, '$.a' DEFAULT 1 ON ERROR)"],
    ["json_object(key 'a' value 1 null on null)", "JSON_OBJECT('a' VALUE 1)"],
    ['(a).b[1]', 'a.b[1]'],
    ["floor((ts + interval '1' day) to hour)", "FLOOR((ts + INTERVAL '1' DAY) TO HOUR)"],
    ['array[1,2]', 'ARRAY[1, 2]'],
    ['a -- comment\n + /* another */ b', 'a + b'],
    ["'it''s'", "'it''s'"],
  ])('%s', (text, expected) => {
    const parsed = parseExpression(text);
    expect(parsed.ok ? formatExpression(parsed.value) : '').toBe(expected);
  });
});
