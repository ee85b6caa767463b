/** A part of a pattern: a text that stands as it is, or a field with the count of its letters. */
export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly letter: PatternLetter; readonly count: number };
export type PatternLetter = 'y' | 'M' | 'd' | 'D' | 'E' | 'a' | 'H' | 'h' | 'm' | 's' | 'S';

const LETTERS = 'yMdDEaHhmsS';
const PART = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/gy;

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** A pattern of java.time such as `yyyy-MM-dd''T''HH:mm:ss.SSS`; a sentence where it is none that is known here. */
export function parseDatePattern(pattern: string): readonly PatternPart[] | string {
  const parts: PatternPart[] = [];
  for (PART.lastIndex = 0; PART.lastIndex < pattern.length; ) {
    const [whole, quoted, letter] = PART.exec(pattern) ?? [];
    if (whole === undefined) return 'A quote in the pattern is not closed.';
    if (quoted !== undefined) parts.push({ kind: 'text', text: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    else if (letter === undefined) parts.push({ kind: 'text', text: whole });
    else if (isPatternLetter(letter)) parts.push({ kind: 'field', letter, count: whole.length });
    else
      return `${letter} has no meaning in a pattern. The letters are ${[...LETTERS].join(', ')}; put other text in quotes.`;
  }
  return parts;
}

function isPatternLetter(letter: string): letter is PatternLetter {
  return LETTERS.includes(letter);
}
