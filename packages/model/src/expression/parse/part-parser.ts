import type { TextRange } from '../../issue.ts';
import type { Expression } from '../expression.ts';
import type { TokenReader } from './token-reader.ts';

/** What the readers of single forms need of the parser that they are part of. */
export interface PartParser {
  readonly reader: TokenReader;
  /** One expression up to a closing token; whatever else stands before it is reported and read too. */
  until(closed: () => boolean): Expression;
  /** Operators that bind at least as tightly as asked, with what they join. */
  binary(lowest: number): Expression;
  /** A part that was read, with its depth judged (X6). */
  made(expression: Expression): Expression;
  /** What could be read of a part that has a mistake, from a place to the last token. */
  broken(parts: readonly Expression[], from: number): Expression;
  /** Steps over the closing parenthesis or bracket, or reports that it is missing; the place behind it. */
  close(open: TextRange, symbol: ')' | ']'): number;
}

/** Steps over a keyword that must stand here; false, reported, where another token does. */
export function takeKeyword(reader: TokenReader, keyword: string, form: string): boolean {
  if (reader.take(keyword)) return true;
  reader.report(`${keyword} is missing. Write ${form}.`, reader.token.range);
  return false;
}

export function spanned(first: TextRange, last: TextRange): TextRange {
  return { from: first.from, to: Math.max(first.to, last.to) };
}
