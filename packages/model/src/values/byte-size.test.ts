import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcome } from '../testing/messages.ts';
import { formatByteSize, parseByteSize } from './byte-size.ts';

test.each([
  ['512MB', 536_870_912],
  ['1GB', 1_073_741_824],
  ['3KB', 3072],
  ['7B', 7],
])('%s is %d bytes', (text, bytes) => {
  expect(outcome(parseByteSize(text))).toBe(bytes);
  expect(formatByteSize(bytes)).toBe(text);
});

test.each(['', '1', '1mb', '1.5GB', '-1MB', '999999999999999GB'])('%j is no size', (text) => {
  expect(outcome(parseByteSize(text))).toContain('is no size');
});

test('every size is read as it was written', () => {
  fc.assert(fc.property(fc.maxSafeNat(), (bytes) => outcome(parseByteSize(formatByteSize(bytes))) === bytes));
});
