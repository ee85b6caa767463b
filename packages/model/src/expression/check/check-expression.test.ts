import { describe, expect, test } from 'vitest';
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  type Column,
  DOUBLE,
  formatType,
  INT,
  STRING,
  TIMESTAMP,
  TIMESTAMP_LTZ,
} from '../../values/column-type.ts';
import { compileCondition, compileText } from '../compile/compile-text.ts';

const nullable = (name: string, type: Column['type']): Column => ({ name, type, nullable: true });
const columns: readonly Column[] = [
  nullable('price', BIGINT),
  nullable('i', INT),
  nullable('d', DOUBLE),
  nullable('s', STRING),
  nullable('b', BOOLEAN),
  nullable('ts', TIMESTAMP),
  nullable('ltz', TIMESTAMP_LTZ),
  nullable('bytes', BYTES),
  nullable('auction-id', INT),
  { name: 'n', type: INT, nullable: false },
];

describe('types [X1]', () => {
  test.each([
    ['i + i', 'INT NULL'],
    ['n + 1', 'INT'],
    ['n + i', 'INT NULL'],
    ['i + price', 'BIGINT NULL'],
    ['i / 2', 'INT NULL'],
    ['i * 2147483648', 'BIGINT NULL'],
    ['i + d', 'DOUBLE NULL'],
    ['price * 1.5', 'DECIMAL(22, 1) NULL'],
    ['price * 15e-1', 'DOUBLE NULL'],
    ['-d', 'DOUBLE NULL'],
    ['price % i', 'BIGINT NULL'],
    ['NULL + 1', 'INT NULL'],
    ['price - NULL', 'BIGINT NULL'],
    ['n > 1', 'BOOLEAN'],
    ['d > i', 'BOOLEAN NULL'],
    ['s = NULL', 'BOOLEAN NULL'],
    ['NULL = NULL', 'BOOLEAN NULL'],
    ['b AND NULL', 'BOOLEAN NULL'],
    ['NOT b', 'BOOLEAN NULL'],
    ['bytes IS NULL', 'BOOLEAN'],
    ['NULL IS NOT NULL', 'BOOLEAN'],
    ['b IS NOT TRUE', 'BOOLEAN'],
    ['ts', 'TIMESTAMP(3) NULL'],
    ["ts < TIMESTAMP '2026-01-01 00:00:00'", 'BOOLEAN NULL'],
    ["ltz < TIMESTAMP_LTZ '2026-01-01 00:00:00Z'", 'BOOLEAN NULL'],
    ['COALESCE(i, price)', 'BIGINT NULL'],
    ['COALESCE(i, NULL, 1.5)', 'DECIMAL(11, 1)'],
    ['ts = ltz', 'BOOLEAN NULL'],
    ["ts > '2026-01-01 00:00:00'", 'BOOLEAN NULL'],
    ["'2026-01-01' < ts", 'BOOLEAN NULL'],
    ["ts + INTERVAL '1' DAY", 'TIMESTAMP(3) NULL'],
    ["CAST(ts AS DATE) + INTERVAL '1' MONTH", 'DATE NULL'],
    ["INTERVAL '1' MONTH + INTERVAL '1' YEAR + ts", 'TIMESTAMP(3) NULL'],
    ['CASE WHEN b THEN n ELSE 0.5 END', 'DECIMAL(11, 1)'],
    ['CASE WHEN b THEN n END', 'INT NULL'],
    ['TRY_CAST(n AS STRING)', 'STRING NULL'],
    ['CAST(NULL AS INT)', 'INT NULL'],
    ['ARRAY[n, price]', 'ARRAY<BIGINT>'],
    ['ARRAY[n][1]', 'INT NULL'],
    ['n IN (1, 2)', 'BOOLEAN'],
    ['n IN (1, NULL)', 'BOOLEAN NULL'],
    ['i IS DISTINCT FROM NULL', 'BOOLEAN'],
    ['s LIKE NULL', 'BOOLEAN NULL'],
    ['ABS(i)', 'INT NULL'],
  ])('%s is %s', (text, expected) => {
    const compiled = compileText(text, columns);
    expect(compiled.issues).toEqual([]);
    expect(compiled.ok && `${formatType(compiled.value.type)}${compiled.value.nullable ? ' NULL' : ''}`).toBe(expected);
  });
});

describe('mistakes name both types and the culprit [X1]', () => {
  test.each<readonly [string, readonly string[]]>([
    ['prize > 1', ['0-5 There is no column prize here. Did you mean price?']],
    ['Price > 1', ['0-5 There is no column Price here. Did you mean price?']],
    ['auction = 1', ['0-7 There is no column auction here. Did you mean `auction-id`?']],
    ['zzzzzz = 1', ['0-6 There is no column zzzzzz here. The columns are price, i, d,']],
    [
      "price > 'a'",
      ["8-11 price is BIGINT and 'a' is STRING: they cannot be compared. Write a number without quotes."],
    ],
    ["'a' < price", ["0-3 price is BIGINT and 'a' is STRING: they cannot be compared."]],
    ['s = 5', ["4-5 s is STRING and 5 is INT: they cannot be compared. Write the text '5'."]],
    ['s = i', ['4-5 s is STRING and i is INT: they cannot be compared. Write CAST(i AS STRING).']],
    [
      "ts > '2026-01-32'",
      ["5-17 ts is TIMESTAMP(3) and '2026-01-32' is STRING: they cannot be compared. Write TIMESTAMP '"],
    ],
    ['bytes = bytes', ['0-5 bytes is BYTES and bytes is BYTES: they cannot be compared. BYTES has no order']],
    ['i + s', ['4-5 + takes numbers; s is STRING.']],
    ['(b) * ts', ['0-3 * takes numbers; b is BOOLEAN.', '6-8 * takes numbers; ts is TIMESTAMP(3).']],
    ['d % 2', ['0-1 % takes exact numbers; d is DOUBLE.']],
    ['-s', ['1-2 - takes numbers; s is STRING.']],
    ['i AND b', ['0-1 AND takes conditions (BOOLEAN); i is INT.']],
    ['NOT i', ['4-5 NOT takes conditions (BOOLEAN); i is INT.']],
    ['i IS TRUE', ['0-1 IS TRUE takes conditions (BOOLEAN); i is INT.']],
    ['i < 5 < 6', ['8-9 i < 5 is BOOLEAN and 6 is INT']],
    ['s || i', ['5-6 || takes texts; i is INT. Write CAST(i AS STRING).']],
    ["i LIKE 'a'", ['0-1 LIKE takes texts; i is INT.']],
    ["s LIKE 'a!b' ESCAPE '!'", ['7-12 An escape in the pattern']],
    ["REGEXP(s, '(')", ['10-13 The pattern cannot be read']],
    [
      "b = 'true'",
      ["4-10 b is BOOLEAN and 'true' is STRING: they cannot be compared. Write TRUE or FALSE without quotes."],
    ],
    ['CAST(ts AS BIGINT)', ['0-18 ts is TIMESTAMP(3), which CAST cannot make BIGINT. Write EXTRACT(EPOCH FROM ts)']],
    ['CAST(i AS TIMESTAMP(3))', ['0-23 i is INT, which CAST cannot make TIMESTAMP(3). Write TO_TIMESTAMP_LTZ(i, 3)']],
    [
      'ts - ts',
      ['0-7 ts is TIMESTAMP(3), ts is TIMESTAMP(3): the difference of two times has no unit. Write TIMESTAMPDIFF'],
    ],
    ["INTERVAL '1' DAY", ["0-16 INTERVAL '1' DAY is an INTERVAL of time, which no column holds."]],
    ["DATE '2026-01-01' + INTERVAL '1' HOUR", ["0-37 DATE '2026-01-01' is DATE: a DATE moves by whole days."]],
    ['i.x', ['2-3 i is INT: only a ROW has fields.']],
    ['i[1]', ['0-1 i is INT: only an ARRAY has elements.']],
    ['ARRAY[i, s]', ['9-10 ARRAY takes values of one type: i is INT and s is STRING.']],
    ['CASE WHEN i THEN 1 END', ['10-11 WHEN takes conditions (BOOLEAN); i is INT.']],
    ['CASE WHEN b THEN 1 ELSE s END', ['24-25 CASE takes values of one type: 1 is INT and s is STRING.']],
    ['UPPER(i)', ['6-7 UPPER takes a text as its text; i is INT.']],
    ['UPPER()', ['0-7 UPPER has another number of arguments. Write UPPER(text).']],
    ["JSON_VALUE(s, 'a.b')", ["14-19 JSON_VALUE takes a path that is written as a text, such as '$.items[0].name'."]],
    ["DATE_FORMAT(ts, 'YYYY')", ['16-22 Y has no meaning in a pattern.']],
    ["CONVERT_TZ(s, 'UTC', 'Mars')", ["21-27 There is no time zone 'Mars'."]],
    ['NOW() > ts', ['0-3 NOW is another time whenever a row is computed again']],
    ['CURRENT_TIMESTAMP > ts', ['0-17 CURRENT_TIMESTAMP is another time']],
    ['NULL', ['0-4 NULL is always NULL and has no type.']],
    ['-NULL + NULL', ['0-12 -NULL + NULL is always NULL']],
    ['FOO(1) > 2', ['0-3 There is no function FOO. There are ABS, SIGN, MOD, FLOOR,']],
    ['COALESC(1) > 2', ['0-7 There is no function COALESC. Did you mean COALESCE?']],
    ['ABS(s)', ['4-5 ABS takes a number; s is STRING.']],
    ['ABS(1, 2)', ['0-9 ABS has another number of arguments. Write ABS(number).']],
    ['COALESCE(i, s)', ['12-13 COALESCE takes values of one type: i is INT and s is STRING.']],
    [
      'prize > 1 AND amont = 3 OR (i',
      [
        '0-5 There is no column prize',
        '14-19 There is no column amont',
        '27-28 This parenthesis is not closed.',
        '27-29 OR takes conditions',
      ],
    ],
  ])('%s', (text, expected) => {
    const { issues } = compileText(text, columns);
    const shown = issues.map(({ message, range }) => `${range?.from}-${range?.to} ${message}`);
    expect(shown).toEqual(expected.map((start) => expect.stringContaining(start)));
  });
});

test('a condition is BOOLEAN [X1]', () => {
  expect(compileCondition('i > 1', columns).issues).toEqual([]);
  expect(compileCondition('i + 1', columns).issues).toEqual([
    {
      severity: 'error',
      message: 'A condition is TRUE or FALSE; i + 1 is INT. Compare it with something.',
      range: { from: 0, to: 5 },
    },
  ]);
});

test('a column called as a member of every object is only a column', () => {
  expect(compileText('toString', columns).issues[0]?.message).toContain('There is no column toString');
  expect(compileText('constructor(1)', columns).issues[0]?.message).toContain('There is no function CONSTRUCTOR');
});
