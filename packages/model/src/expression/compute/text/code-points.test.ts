import fc from 'fast-check';
import { expect, test } from 'vitest';
import { succeeded } from '../../../testing/messages.ts';
import { INT, STRING } from '../../../values/column-type.ts';
import type { Value } from '../../../values/value.ts';
import { compileText } from '../../compile/compile-text.ts';

const columns = [
  { name: 's', type: STRING, nullable: true },
  { name: 'a', type: INT, nullable: true },
  { name: 'b', type: INT, nullable: true },
  { name: 't', type: STRING, nullable: true },
];
const anyText = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '\n'), maxLength: 8 });
const place = fc.integer({ min: -10, max: 10 });

function value(text: string, ...row: readonly Value[]): Value {
  return succeeded(compileText(text, columns)).evaluate(row);
}

test('parts of a text count code points, as lists of characters do [X4]', () => {
  fc.assert(
    fc.property(anyText, place, place, (text, a, b) => {
      const characters = [...text];
      const from = a > 0 ? a - 1 : a === 0 ? 0 : characters.length + a;
      const part = from < 0 ? [] : characters.slice(from, from + Math.max(0, b));
      expect(value('SUBSTRING(s, a, b)', text, a, b)).toBe(b < 0 ? null : part.join(''));
      expect(value('CHAR_LENGTH(s)', text)).toBe(characters.length);
      expect(value('REVERSE(s)', text)).toBe(characters.toReversed().join(''));
      expect(value('LEFT(s, a)', text, a)).toBe(characters.slice(0, Math.max(0, a)).join(''));
      expect(value('RIGHT(s, a)', text, a)).toBe(a <= 0 ? '' : characters.slice(-a).join(''));
    }),
    { numRuns: 2000 },
  );
});

test('a part that is found stands where it was found', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.integer({ min: 1, max: 9 }), (text, part, start) => {
      const found = value('LOCATE(t, s, a)', text, start, null, part) as number;
      const cut = (from: number) => [...text].slice(from - 1).join('');
      if (found === 0) expect(start > [...text].length + 1 || !cut(start).includes(part)).toBe(true);
      else expect(found >= start && cut(found).startsWith(part)).toBe(true);
      expect(value('POSITION(t IN s)', text, null, null, part)).toBe(value('LOCATE(t, s, 1)', text, null, null, part));
    }),
    { numRuns: 2000 },
  );
});

test('texts are filled to their length, and cut to it', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: -1, max: 12 }), anyText, (text, length, filling) => {
      const [left, right] = [`LPAD(s, a, t)`, `RPAD(s, a, t)`].map((call) => value(call, text, length, null, filling));
      if (length < 0 || filling === '') {
        expect([left, right]).toEqual([null, null]);
        return;
      }
      expect([...(left as string)].length).toBe(length);
      expect([...(right as string)].length).toBe(length);
      const kept = [...text].slice(0, length).join('');
      expect((left as string).endsWith(kept) && (right as string).startsWith(kept)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('a text of more than 1 MB is an error of the row [X6]', () => {
  const long = 'x'.repeat(1_048_576);
  expect(value("REPEAT(s, 1) || ''", long)).toBe(long);
  for (const call of ["s || 'x'", 'REPEAT(s, 2)', "CONCAT(s, 'x')", "LPAD(s, 1048577, 'x')", "REPLACE(s, 'x', 'xx')"]) {
    expect(() => value(call, long)).toThrow('The text has more than 1 MB.');
  }
  expect(() => value('REPEAT(s, 2147483647)', 'xy')).toThrow('The text has more than 1 MB.');
});
