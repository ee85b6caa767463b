import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcome } from '../testing/messages.ts';
import { MAX_JSON_DEPTH, parseJson } from './parse-json.ts';

describe('what is refused, and where', () => {
  test.each<readonly [string, string, readonly [number, number]]>([
    ['{"a": 1,\n  b: 2}', 'Expected a name in double quotes, but there is "b". At line 2, column 3.', [11, 12]],
    ['{"a": 1,}', 'Expected a name in double quotes, but there is "}".', [8, 9]],
    ['[1 2]', 'Expected a comma or ], but there is "2".', [3, 4]],
    ['{"a" 1}', 'Expected a colon', [5, 6]],
    ['', 'Expected a value, but the text ends. At line 1, column 1.', [0, 0]],
    ['[1] x', 'Expected the end of the text', [4, 5]],
    ['"abc', 'This text has no closing quote.', [0, 4]],
    ['"a\nb"', 'A text cannot contain a line break', [2, 3]],
    ['"\\x"', 'There is no such escape.', [1, 3]],
    ['{"a":1,"a":2}', 'The name "a" occurs twice', [7, 10]],
    ['{"__proto__":1}', 'The name __proto__ cannot be used.', [1, 12]],
    ['{"\\u005f_proto__":1}', 'The name __proto__ cannot be used.', [1, 17]],
    ['9007199254740993', 'would lose digits. Write it as text', [0, 16]],
    ['1e999', 'is too large', [0, 5]],
    ['01', 'Expected the end of the text', [1, 2]],
    ['// no', 'Expected a value, but there is "/".', [0, 1]],
  ])('%j', (text, message, [from, to]) => {
    const parsed = parseJson(text);
    expect(outcome(parsed)).toContain(message);
    expect(parsed.issues[0]?.range).toEqual({ from, to });
  });

  test('nesting ends at a depth, however deep the text is [X6]', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson(nested(MAX_JSON_DEPTH)).ok).toBe(true);
    expect(outcome(parseJson(nested(MAX_JSON_DEPTH + 1)))).toContain('nested more than 128 deep');
    expect(parseJson('{"a":'.repeat(200_000)).ok).toBe(false);
  });
});

test('a byte order mark at the start is passed over', () => {
  expect(outcome(parseJson('\uFEFF{}'))).toEqual({});
});

test('a mutated text is read as the platform reads it, or refused with it or for a reason of our own', () => {
  const character = fc.constantFrom(...'{}[]",:\\/bfnrtu0123456789eE+-. \t\nnulltruefalse\u0000é😀');
  const mutated = fc
    .tuple(fc.json(), fc.nat(), fc.nat(2), character)
    .map(
      ([text, at, cut, put]) =>
        text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + cut),
    );
  const ownReasons = /occurs twice|__proto__|lose digits|too large|128 deep/;
  fc.assert(
    fc.property(fc.oneof(fc.json(), mutated), (text) => {
      const ours = parseJson(text);
      if (!ours.ok && ownReasons.test(outcome(ours) as string)) return;
      expect(ours.ok ? { value: ours.value } : null).toEqual(platformReads(text));
    }),
    { numRuns: 5000 },
  );
});

/** Without −0, which is not kept. */
function platformReads(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text, (_, value) => (Object.is(value, -0) ? 0 : value)) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
