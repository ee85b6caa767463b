import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { succeeded } from '../testing/messages.ts';
import { columnsOf, type Expression, MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH, partsOf } from './expression.ts';
import { parseExpression, parseRecovering } from './parse-expression.ts';

describe('mistakes, all at once, each with its range [X1]', () => {
  test.each<readonly [string, readonly string[]]>([
    ['', ['0-0 The expression is empty.']],
    ['  -- only a comment', ['19-19 The expression is empty.']],
    ['price >', ['7-7 A value is missing at the end.']],
    ['> 5', ['0-1 A value is missing before >.']],
    ['a AND AND b OR', ['6-9 A value is missing before AND.', '14-14 A value is missing at the end.']],
    ['a b', ['2-3 An operator is missing before b.']],
    [
      'f(a b, ) + (c',
      [
        '4-5 An operator is missing before b.',
        '7-8 A value is missing before ).',
        '11-12 This parenthesis is not closed.',
      ],
    ],
    ['a) + b', ['1-2 This parenthesis closes nothing.']],
    ['a, b', ['1-2 A comma has no meaning here.', '3-4 An operator is missing before b.']],
    ['a == 1 && b', ['2-4 Write = for ==.', '7-9 Write AND for &&.']],
    ['!a', ['0-1 Write NOT for !.']],
    ['a IS 5', ['2-4 IS is followed by NULL, TRUE or FALSE', '5-6 An operator is missing before 5.']],
    ['a IS DISTINCT FROM b', ['5-13 IS DISTINCT is not available yet.']],
    ["a NOT LIKE 'b%' AND (", ['6-10 LIKE is not available yet.']],
    ['a IN (1, 2)', ['2-4 IN is not available yet.']],
    ['a || b', ['2-4 || is not available yet.']],
    ['CASE WHEN a THEN b END', ['0-4 CASE is not available yet. A column of this name stands in backticks: `CASE`.']],
    ['CAST(a AS INT)', ['0-4 CAST is not available yet.']],
    ["ts + INTERVAL '1' DAY", ['5-13 INTERVAL is not available yet.']],
    ['"a" = 1', ['0-3 Double quotes have no meaning here.']],
    ["a = 'b", ["4-6 This text has no end. Close it with '."]],
    ["a = 'b''c", ['4-9 This text has no end.']],
    ['`a', ['0-2 This name has no end. Close it with `.']],
    ['a /* b', ['2-6 This comment has no end.']],
    ['a # b', ['2-3 # has no meaning in an expression.']],
    ['12abc', ['0-5 12abc is neither a number nor a name.']],
    ['1.2.3', ['0-5 1.2.3 is neither a number nor a name.']],
    ['9223372036854775808', ['0-19 9223372036854775808 exceeds BIGINT']],
    ['-9223372036854775809', ['0-20 9223372036854775809 exceeds BIGINT']],
    ['1e999', ['0-5 1e999 exceeds DOUBLE.']],
    ["TIMESTAMP '2026-02-30 00:00:00'", ["0-31 '2026-02-30 00:00:00' is no TIMESTAMP."]],
    ["TIMESTAMP_LTZ '2026-02-01 00:00:00'", ["0-35 '2026-02-01 00:00:00' is no TIMESTAMP_LTZ."]],
  ])('%s', (text, expected) => {
    const { issues } = parseExpression(text);
    const shown = issues.map(({ message, range }) => `${range?.from}-${range?.to} ${message}`);
    expect(shown).toEqual(expected.map((start) => expect.stringContaining(start)));
  });
});

describe('numbers are exact [X2]', () => {
  test.each<readonly [string, string, unknown]>([
    ['2147483647', 'INT', 2_147_483_647],
    ['2147483648', 'BIGINT', 2_147_483_648],
    ['-2147483648', 'BIGINT', -2_147_483_648],
    ['9007199254740993', 'BIGINT', 9_007_199_254_740_993n],
    ['-9223372036854775808', 'BIGINT', -9_223_372_036_854_775_808n],
    ['0000000000000000000000000042', 'INT', 42],
    ['-0', 'INT', 0],
    ['1.5', 'DOUBLE', 1.5],
    ['-0.0', 'DOUBLE', 0],
    ['1e3', 'DOUBLE', 1000],
  ])('%s is %s', (text, type, value) => {
    expect(succeeded(parseExpression(text))).toMatchObject({ kind: 'literal', type: { kind: type }, value });
  });
});

test('words that get a meaning beside others name columns alone', () => {
  const text = 'timestamp + date * interval - cast / distinct % extract';
  expect(columnsOf(succeeded(parseExpression(text)))).toEqual([
    'timestamp',
    'date',
    'interval',
    'cast',
    'distinct',
    'extract',
  ]);
});

test('columns keep their case and come once', () => {
  expect(columnsOf(succeeded(parseExpression('Price > price AND ABS(`a-b`) = Price')))).toEqual([
    'Price',
    'price',
    'a-b',
  ]);
});

test('a part ranges over its text with its parentheses', () => {
  const parsed = succeeded(parseExpression(' (a + b) * c'));
  expect(parsed.range).toEqual({ from: 1, to: 12 });
  expect(partsOf(parsed).map((part) => part.range)).toEqual([
    { from: 1, to: 8 },
    { from: 11, to: 12 },
  ]);
});

describe('bounds [X6]', () => {
  const depth = MAX_EXPRESSION_DEPTH;
  test.each<readonly [string, string]>([
    ['parentheses', `${'('.repeat(depth - 1)}a${')'.repeat(depth - 1)}`],
    ['a chain', Array.from({ length: depth }, () => 'a').join(' + ')],
    ['negations', `${'NOT '.repeat(depth - 1)}a`],
  ])('%s of depth 200 are read', (_, text) => {
    expect(parseExpression(text).issues).toEqual([]);
  });

  test.each<readonly [string, string]>([
    ['parentheses', `${'('.repeat(depth)}a${')'.repeat(depth)}`],
    ['a chain', Array.from({ length: depth + 1 }, () => 'a').join(' + ')],
    ['open parentheses', '('.repeat(65_000)],
    ['minus signs', '- '.repeat(32_000)],
    ['negations', 'NOT '.repeat(16_000)],
    ['calls', 'ABS('.repeat(16_000)],
    ['tests', `a${' IS NULL'.repeat(8_000)}`],
    ['a long chain', `a${' OR a'.repeat(13_000)}`],
  ])('%s beyond are one issue', (_, text) => {
    const { issues } = parseExpression(text);
    expect(issues.map((issue) => issue.message)).toEqual([expect.stringContaining('nested more than 200 deep')]);
  });

  test.each<readonly [string, string]>([
    ['unclosed comments', '/*'.repeat(32_000)],
    ['quotes', "'".repeat(65_001)],
    ['backticks', '`'.repeat(65_001)],
    ['foreign characters', '@ '.repeat(32_000)],
    ['operators', '* '.repeat(32_000)],
    ['values without operators', 'a '.repeat(32_000)],
  ])('a long text of %s is refused quickly, with a few issues', (_, text) => {
    const { issues } = parseExpression(text);
    expect(issues.length).toBeGreaterThan(0);
    expect(issues.length).toBeLessThanOrEqual(50);
  });

  test('a text of more than 64 KB is one issue', () => {
    expect(parseExpression(' '.repeat(MAX_EXPRESSION_LENGTH + 1)).issues[0]?.message).toContain('at most 64 KB');
  });
});

test('whatever is written gives an expression or issues whose ranges lie in the text [X1]', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'price',
      'NULL',
      'TRUE',
      'AND',
      'OR',
      'NOT',
      'IS',
      'LIKE',
      'CASE',
      'TIMESTAMP',
      'ABS',
      '1',
      '1.5',
      "'x'",
      "'",
      '`',
      '"',
      '(',
      ')',
    ],
    ...[
      '+',
      '-',
      '--',
      '*',
      '/',
      '/*',
      '*/',
      '%',
      '=',
      '<>',
      '<',
      '>=',
      '!',
      '||',
      ',',
      '.',
      ' ',
      '\n',
      '#',
      'é',
      '😀',
      '1e999',
      '12a',
    ],
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        const { expression, issues } = parseRecovering(text);
        expect(parseExpression(text).ok).toBe(issues.length === 0);
        if (issues.length === 0) expect(hasBroken(expression)).toBe(false);
        for (const range of [expression.range, ...issues.map((issue) => issue.range)]) {
          expect(range).toSatisfy(
            (r: { from: number; to: number }) => 0 <= r.from && r.from <= r.to && r.to <= text.length,
          );
        }
      },
    ),
    { numRuns: 5000 },
  );
});

function hasBroken(expression: Expression): boolean {
  return expression.kind === 'broken' || partsOf(expression).some(hasBroken);
}
