import { expect, test } from 'vitest';
import { outcome } from '../testing/messages.ts';
import { formatType } from './column-type.ts';
import { parseColumnType } from './parse-column-type.ts';

const TYPES = ['BOOLEAN', 'INT', 'BIGINT', 'DOUBLE', 'STRING', 'TIMESTAMP(3)', 'TIMESTAMP_LTZ(3)'];

test.each(TYPES)('%s is read and written back', (text) => {
  const type = parseColumnType(text);
  expect(type.ok && formatType(type.value)).toBe(text);
});

test.each([
  ['DECIMAL(10,2)', `DECIMAL(10,2) is not available yet; today: ${TYPES.join(', ')}.`],
  ['DATE', 'DATE is not available yet'],
  ['TIME(3)', 'TIME(3) is not available yet'],
  ['BYTES', 'BYTES is not available yet'],
  ['JSON', 'JSON is not available yet'],
  ['ARRAY<INT>', 'ARRAY<INT> is not available yet'],
  ['ROW<a INT>', 'ROW<a INT> is not available yet'],
  ['TIMESTAMP(6)', 'TIMESTAMP(6) is not available yet'],
  ['TIMESTAMP_LTZ(9)', 'TIMESTAMP_LTZ(9) is not available yet'],
  ['bigint', 'Write BIGINT.'],
  ['TIMESTAMP (3)', 'Write TIMESTAMP(3).'],
  ['TIMESTAMP', 'Did you mean TIMESTAMP(3)?'],
  ['BIGNT', 'Did you mean BIGINT?'],
  ['VARCHAR(20)', 'Did you mean STRING?'],
  ['integer', 'Did you mean INT?'],
  ['constructor', `There is no type constructor; today: ${TYPES.join(', ')}.`],
  ['', 'today:'],
  ['x'.repeat(10_000), 'There is no type xxx'],
])('%s is refused by name, with the nearest or with what there is', (text, message) => {
  expect(outcome(parseColumnType(text))).toContain(message);
});
