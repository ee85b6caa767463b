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
} from '../values/column-type.ts';
import { compileCondition, compileText } from './compile-text.ts';

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
    ['price * 1.5', 'DOUBLE NULL'],
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
    ['COALESCE(i, NULL, 1.5)', 'DOUBLE'],
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
    ['s = i', ['4-5 s is STRING and i is INT: they cannot be compared. Compare values of one type.']],
    ['ts = ltz', ['5-8 ts is TIMESTAMP(3) and ltz is TIMESTAMP_LTZ(3)']],
    [
      "ts > '2026-01-01'",
      ["5-17 ts is TIMESTAMP(3) and '2026-01-01' is STRING: they cannot be compared. Write TIMESTAMP '"],
    ],
    ['bytes = bytes', ['8-13 bytes is BYTES and bytes is BYTES']],
    ['i + s', ['4-5 + takes numbers; s is STRING.']],
    ['(b) * ts', ['0-3 * takes numbers; b is BOOLEAN.', '6-8 * takes numbers; ts is TIMESTAMP(3).']],
    ['d % 2', ['0-1 % takes integers; d is DOUBLE.']],
    ['-s', ['1-2 - takes numbers; s is STRING.']],
    ['i AND b', ['0-1 AND takes conditions (BOOLEAN); i is INT.']],
    ['NOT i', ['4-5 NOT takes conditions (BOOLEAN); i is INT.']],
    ['i IS TRUE', ['0-1 IS TRUE takes conditions (BOOLEAN); i is INT.']],
    ['i < 5 < 6', ['8-9 i < 5 is BOOLEAN and 6 is INT']],
    ['NULL', ['0-4 NULL is always NULL and has no type.']],
    ['-NULL + NULL', ['0-12 -NULL + NULL is always NULL']],
    ['FOO(1) > 2', ['0-3 There is no function FOO yet. There are ABS and COALESCE.']],
    ['COALESC(1) > 2', ['0-7 There is no function COALESC yet. Did you mean COALESCE?']],
    ['ABS(s)', ['4-5 ABS takes a number, not STRING.']],
    ['ABS(1, 2)', ['0-9 ABS has another number of arguments. Write ABS(number).']],
    ['COALESCE(i, s)', ['12-13 COALESCE takes values of one type: INT and STRING']],
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
