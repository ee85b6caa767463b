import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactJson } from './compact-json.ts';
import { findJson } from './find-json.ts';
import { parseJsonPath } from './json-path.ts';
import { isJson } from './scan-json.ts';

const anyKey = fc.constantFrom('a', 'b c', 'é', '😀', '"', '\\', '', 'toString', '__proto__');
const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.boolean(),
      fc.constant(null),
      fc.string(),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(anyKey, tie('value')), { maxLength: 4, selector: ([key]) => key })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;
const indent = fc.constantFrom(undefined, 1, '\t');

test('a path finds what JSON.parse finds there', () => {
  fc.assert(
    fc.property(anyJson, indent, fc.array(fc.nat(3), { maxLength: 5 }), (value, space, turns) => {
      const text = JSON.stringify(value, null, space);
      let wanted: unknown = value;
      const steps: (string | number)[] = [];
      for (const turn of turns) {
        if (Array.isArray(wanted) && turn < wanted.length) {
          steps.push(turn);
          wanted = wanted[turn];
        } else if (wanted !== null && typeof wanted === 'object' && !Array.isArray(wanted)) {
          const [key, inner] = Object.entries(wanted)[turn] ?? [];
          if (key === undefined) break;
          steps.push(key);
          wanted = inner;
        } else break;
      }
      const found = findJson(text, { isLax: true, steps });
      expect(found.kind === 'found' ? JSON.parse(found.json) : found).toEqual(wanted);
      expect(findJson(text, { isLax: true, steps: [...steps, 'no such name'] })).toEqual({ kind: 'empty' });
      expect(compactJson(text)).toBe(JSON.stringify(value));
    }),
    { numRuns: 2000 },
  );
});

test('a text is JSON exactly when JSON.parse takes it', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    'u00e9',
    'true',
    'nul',
    'null',
    '-',
    '0',
    '1',
    '.',
    'e',
    '+',
    ' ',
    '\n',
    '\u0001',
  );
  const mutated = fc
    .tuple(anyJson, indent, fc.nat(200), piece, fc.boolean())
    .map(([value, space, at, other, replaces]) => {
      const text = JSON.stringify(value, null, space);
      const place = at % (text.length + 1);
      return text.slice(0, place) + other + text.slice(place + (replaces ? 1 : 0));
    });
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        mutated,
        fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      ),
      (text) => {
        const isParsed = parses(text);
        if (isParsed) accepted++;
        expect(isJson(text)).toBe(isParsed);
      },
    ),
    { numRuns: 5000 },
  );
  expect(accepted).toBeGreaterThan(200);
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('nesting is read to 128 levels [X6]', () => {
  expect(isJson('['.repeat(128) + ']'.repeat(128))).toBe(true);
  expect(isJson('['.repeat(129) + ']'.repeat(129))).toBe(false);
});

test('of a name that stands twice the last one counts', () => {
  expect(findJson('{"a":1,"a":2}', { isLax: true, steps: ['a'] })).toEqual({ kind: 'found', json: '2' });
});

describe('a path', () => {
  test.each<readonly [string, boolean, readonly (string | number)[]]>([
    ['$', true, []],
    ['lax $.a[0]', true, ['a', 0]],
    ['strict $.a', false, ['a']],
    [`$['b c']["d"]."e f"`, true, ['b c', 'd', 'e f']],
    ['$ . é [ 12 ]', true, ['é', 12]],
  ])('%s', (text, isLax, steps) => {
    expect(parseJsonPath(text)).toEqual({ isLax, steps });
  });

  test.each(['', 'a', '$a', '$.', '$[', '$[-1]', '$[*]', '$..a', '$.a[?(@.b)]', '@.a'])('%j is none', (text) => {
    expect(parseJsonPath(text)).toBe(null);
  });
});
