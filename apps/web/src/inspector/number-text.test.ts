import { expect, test } from 'vitest';
import { numberOf, numberText } from './number-text.ts';

/** The field after each key: what it shows is what the next key is added to. */
function typing(keys: string): { readonly shown: string; readonly value: unknown } {
  let typed: string | null = null;
  let value: unknown;
  for (const key of keys) {
    typed = numberText(typed, value) + key;
    value = numberOf(typed);
  }
  return { shown: numberText(typed, value), value };
}

test.each([
  ['0.05', '0.05', 0.05],
  ['0.002', '0.002', 0.002],
  ['1.0', '1.0', 1],
  ['120', '120', 120],
  ['-0.5', '-0.5', -0.5],
  ['1e3', '1e3', 1_000],
  ['12x', '12x', '12x'],
  ['-', '-', '-'],
])('typing %s shows it and means it', (keys, shown, value) => {
  expect(typing(keys)).toEqual({ shown, value });
});

test('a value that came from elsewhere replaces what was typed', () => {
  expect(numberText('0.05', 0.1)).toBe('0.1');
  expect(numberText('0.05', undefined)).toBe('');
});

test('an empty field is left out, and what is not finite is no number', () => {
  expect(numberOf('  ')).toBeUndefined();
  expect(numberOf('1e999')).toBe('1e999');
});
