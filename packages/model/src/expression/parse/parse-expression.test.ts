import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { succeeded } from '../../testing/messages.ts';
import { columnsOf, type Expression, MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH, partsOf } from '../expression.ts';
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
    ['a IS 5', ['2-4 IS is followed by NULL, TRUE, FALSE', '5-6 An operator is missing before 5.']],
    [
      'a IS DISTINCT b',
      ['14-15 FROM is missing. Write a IS DISTINCT FROM b.', '14-15 An operator is missing before b.'],
    ],
    ["a NOT LIKE 'b%' AND (", ['20-21 This parenthesis is not closed.', '21-21 A value is missing at the end.']],
    ['a LIKE', ['6-6 A value is missing at the end.']],
    ['a IN 5', ['5-6 ( is missing. Write a IN (1, 2).', '5-6 An operator is missing before 5.']],
    ['a IN ()', ['6-7 A value is missing before ).']],
    ['a BETWEEN 1', ['11-11 AND is missing. Write a BETWEEN low AND high.']],
    ['a SIMILAR b', ["10-11 TO is missing. Write a SIMILAR TO 'b+'.", '10-11 An operator is missing before b.']],
    ['a ||', ['4-4 A value is missing at the end.']],
    [
      'CASE',
      [
        '4-4 A value is missing at the end.',
        '4-4 WHEN is missing. Write CASE WHEN condition THEN value ELSE value E',
        '4-4 END is missing. Write CASE WHEN condition THEN value ELSE value EN',
      ],
    ],
    ['CASE WHEN a THEN b', ['18-18 END is missing. Write CASE WHEN condition THEN value ELSE value ']],
    [
      'CASE WHEN a b END',
      [
        '12-13 An operator is missing before b.',
        '14-17 THEN is missing. Write CASE WHEN condition THEN value ELSE value',
      ],
    ],
    ['CASE a ELSE b END', ['7-11 WHEN is missing. Write CASE WHEN condition THEN value ELSE value ']],
    ['CAST(a)', ['6-7 AS is missing. Write CAST(value AS type).']],
    ['CAST(a AS)', ['9-9 A type is missing behind AS. Write one such as INT.']],
    ['CAST(a AS NUMBER) > 1', ['10-16 There is no type NUMBER. Did you mean DOUBLE?']],
    ['CAST(a AS CHAR(0))', ['10-17 CHAR takes a length from 1 to 1048576.']],
    ["ts + INTERVAL '1'", ["5-17 A unit is missing behind '1'. Write INTERVAL '1' DAY; the units a"]],
    ["ts + INTERVAL 'x' DAY", ["5-21 'x' is no number of units. Write INTERVAL '1' DAY."]],
    [
      "ts + INTERVAL '1' DAY TO MONTH",
      [
        '5-24 There is no INTERVAL DAY TO MONTH. Write one of YEAR TO MONTH, DA',
        '25-30 An operator is missing before MONTH.',
      ],
    ],
    ["ts + INTERVAL '1' DAY TO HOUR", ["5-29 '1' is not DAY TO HOUR. Write INTERVAL '1 12' DAY TO HOUR."]],
    ['EXTRACT(ts)', ['8-10 A unit of time is missing. Write one of YEAR, QUARTER, MONTH, WEE']],
    ['EXTRACT(HOURS FROM ts)', ['8-13 A unit of time is missing. Did you mean HOUR?']],
    ['POSITION(a)', ["10-11 IN is missing. Write POSITION('part' IN text)."]],
    ['TIMESTAMPADD(5, 1, ts)', ['13-14 A unit of time is missing. Write one of YEAR, QUARTER, MONTH, WE']],
    ["JSON_VALUE(a, '$.b' DEFAULT 1)", ['29-30 ON EMPTY or ON ERROR is missing.']],
    ["JSON_QUERY(a, '$.b' WITH)", ['24-25 WRAPPER is missing. Write WITH ARRAY WRAPPER.']],
    ["JSON_OBJECT('a', 1)", ["15-16 VALUE is missing. Write JSON_OBJECT('name' VALUE value)."]],
    ['a.', ["1-2 The name of a row's field is missing behind the point."]],
    ['a[1', ['1-2 This bracket is not closed. Add ].']],
    ['ARRAY[1, 2', ['5-6 This bracket is not closed. Add ].']],
    ["DATE '2026-02-30'", ["0-17 '2026-02-30' is no DATE. Write one such as '2026-01-31'."]],
    ['"a" = 1', ['0-3 Double quotes have no meaning here.']],
    ["a = 'b", ["4-6 This text has no end. Close it with '."]],
    ["a = 'b''c", ['4-9 This text has no end.']],
    ['`a', ['0-2 This name has no end. Close it with `.']],
    ['a /* b', ['2-6 This comment has no end.']],
    ['a # b', ['2-3 # has no meaning in an expression.']],
    ['12abc', ['0-5 12abc is neither a number nor a name.']],
    ['1.2.3', ['0-5 1.2.3 is neither a number nor a name.']],
    [
      '123456789012345678901234567890123456789',
      ['0-39 123456789012345678901234567890123456789 has more than 38 digits. '],
    ],
    [
      '0.123456789012345678901234567890123456789',
      ['0-41 0.12345678901234567890123456789012345678… has more than 38 digits'],
    ],
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
    ['9223372036854775808', 'DECIMAL', 9_223_372_036_854_775_808n],
    ['-9223372036854775809', 'DECIMAL', -9_223_372_036_854_775_809n],
    ['1.5', 'DECIMAL', 15],
    ['-0.0', 'DECIMAL', 0],
    ['1.5e0', 'DOUBLE', 1.5],
    ['-0e0', 'DOUBLE', 0],
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
      'SIMILAR TO',
      'BETWEEN',
      'IN',
      'IS DISTINCT FROM',
      'CASE',
      'WHEN',
      'THEN',
      'END',
      'CAST(',
      'AS INT',
      'EXTRACT(',
      'FROM',
      'TRIM(LEADING',
      'JSON_VALUE(',
      'RETURNING',
      'DEFAULT',
      'ON EMPTY',
      'JSON_OBJECT(',
      'VALUE',
      "INTERVAL '1'",
      'DAY',
      'ARRAY[',
      ']',
      '[',
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
