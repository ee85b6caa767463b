import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyType } from '../testing/arbitrary-type.ts';
import { outcome } from '../testing/messages.ts';
import { formatType } from './column-type.ts';
import { parseColumnType } from './parse-column-type.ts';

test('every type is read as it is written', () => {
  fc.assert(
    fc.property(anyType(), (type) => {
      const read = parseColumnType(formatType(type));
      expect(read.ok && read.value).toEqual(type);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['DECIMAL(10,2)', 'DECIMAL(10, 2)'],
  ['DECIMAL ( 10 )', 'DECIMAL(10, 0)'],
  ['TIMESTAMP (3)', 'TIMESTAMP(3)'],
  [' ARRAY < ROW < `a-b` INT , c BYTES > > ', 'ARRAY<ROW<`a-b` INT, c BYTES>>'],
])('%s is %s', (text, written) => {
  const read = parseColumnType(text);
  expect(read.ok && formatType(read.value)).toBe(written);
});

test.each([
  ['bigint', 'There is no type bigint. Write BIGINT.'],
  ['timestamp(3)', 'Write TIMESTAMP.'],
  ['TIMESTAMP', 'Did you mean TIMESTAMP(3)?'],
  ['TIME', 'Did you mean TIME(0)?'],
  ['DECIMAL', 'Did you mean DECIMAL(10, 2)?'],
  ['DECIMAL(39, 2)', 'DECIMAL takes a whole number from 1 to 38, in DECIMAL(39, 2).'],
  ['DECIMAL(5, 6)', 'The scale of DECIMAL takes a whole number from 0 to 5'],
  ['DECIMAL(5, 2', ') is missing in DECIMAL(5, 2.'],
  ['TIMESTAMP(10)', 'TIMESTAMP takes a whole number from 0 to 9'],
  ['TIME(x)', 'TIME takes a whole number from 0 to 9'],
  ['ARRAY', 'ARRAY needs what it holds: ARRAY<…>.'],
  ['ROW', 'ROW needs what it holds: ROW<name type, …>.'],
  ['ARRAY<>', 'There is no type ARRAY<>'],
  ['ROW<INT>', 'There is no type'],
  ['ROW<a INT, a INT>', 'ROW has two fields a. Rename one.'],
  ['ROW<`constructor` INT>', 'is reserved'],
  [`${'ARRAY<'.repeat(17)}INT${'>'.repeat(17)}`, 'Types nest at most 16 deep.'],
  ['INT INT', 'INT INT has INT behind the type. Remove it.'],
  ['BIGNT', 'Did you mean BIGINT?'],
  ['VARCHAR(20)', 'Did you mean STRING?'],
  ['integer', 'Did you mean INT?'],
  ['constructor', 'There is no type constructor; the types are BOOLEAN, INT'],
  ['', 'the types are'],
  ['x'.repeat(10_000), 'There is no type xxx'],
])('%s is refused by name, with the nearest or with what there is', (text, message) => {
  expect(outcome(parseColumnType(text))).toContain(message);
});
