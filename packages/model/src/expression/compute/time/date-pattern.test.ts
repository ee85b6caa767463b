import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_TIMESTAMP_MS, MIN_TIMESTAMP_MS } from '../../../values/timestamp.ts';
import { type PatternPart, parseDatePattern } from './date-pattern.ts';
import { formatPattern } from './format-pattern.ts';
import { readPattern, readPatternStart } from './read-pattern.ts';

function parts(pattern: string): readonly PatternPart[] {
  const parsed = parseDatePattern(pattern);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

test.each([
  'yyyy-MM-dd HH:mm:ss.SSS',
  "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
  'dd MMM yyyy hh:mm:ss.SSS a',
  'EEEE, MMMM d yyyy, H:m:s.SSS',
])('%s reads what it writes', (pattern) => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_TIMESTAMP_MS, max: MAX_TIMESTAMP_MS }), (ms) => {
      const nanos = BigInt(ms) * 1_000_000n;
      const text = formatPattern(parts(pattern), nanos);
      expect(BigInt(readPattern(parts(pattern), text) ?? -1)).toBe(nanos);
    }),
    { numRuns: 300 },
  );
});

describe('a pattern', () => {
  const nanos = 1_767_225_601_234_567_890n;
  test.each<readonly [string, string]>([
    ["''yy", "'26"],
    ['D', '1'],
    ['EEE', 'Thu'],
    ['SSSSSS', '234567'],
    ["h 'o''clock' a", "12 o'clock AM"],
  ])('%s writes %s', (pattern, text) => {
    expect(formatPattern(parts(pattern), nanos)).toBe(text);
  });

  test.each<readonly [string, string]>([
    ["yyyy 'open", 'A quote in the pattern is not closed.'],
    ['YYYY', 'Y has no meaning in a pattern.'],
  ])('%s is none', (pattern, message) => {
    expect(parseDatePattern(pattern)).toContain(message);
  });

  test.each<readonly [string, string]>([
    ['yyyy-MM-dd', '2026-02-30'],
    ['yyyy-MM-dd', '2026-1-1'],
    ['yyyy-MM-dd', '2026-01-01 '],
    ['HH:mm', '24:00'],
    ['hh a', '13 PM'],
    ['MMM', 'Foo'],
  ])('%s does not read %j', (pattern, text) => {
    expect(readPattern(parts(pattern), text)).toBe(null);
  });

  test('may be read of the start of a text', () => {
    expect(readPatternStart(parts('yyyy-MM-dd'), '1970-01-02 and more')).toBe(86_400_000_000_000);
  });
});
