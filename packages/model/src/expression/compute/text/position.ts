import { countCharacters, sliceCharacters } from './code-points.ts';

/** The place, from 1, of the first occurrence of a part from a place on; 0 where there is none. */
export function positionOf(part: string, text: string, start: number): number {
  if (start < 1) return 0;
  const skipped = sliceCharacters(text, 0, start - 1);
  if (countCharacters(skipped) < start - 1) return 0;
  const found = text.indexOf(part, skipped.length);
  return found < 0 ? 0 : countCharacters(text.slice(0, found)) + 1;
}
