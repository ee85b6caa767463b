import type { Issue, TextRange } from '../../issue.ts';
import { type Token, tokenize } from './tokenize.ts';

/** More would not help anybody to mend a text. */
const MAX_ISSUES = 50;

/** A place in the tokens of a text, and what was found wrong on the way. */
export class TokenReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #issues: Issue[];
  #at = 0;
  #stopped = false;

  constructor(text: string) {
    const { tokens, issues } = tokenize(text);
    this.#text = text;
    this.#tokens = tokens;
    this.#issues = issues.slice(0, MAX_ISSUES);
  }

  get token(): Token {
    return this.#tokens[this.#at] as Token;
  }

  get next(): Token {
    return this.ahead(1);
  }

  /** The token so many places behind the one here. */
  ahead(places: number): Token {
    return this.#tokens[Math.min(this.#at + places, this.#tokens.length - 1)] as Token;
  }

  /** The text between two places. */
  textOf({ from, to }: TextRange): string {
    return this.#text.slice(from, to);
  }

  /** The end of the token before; 0 at the start. */
  get lastEnd(): number {
    return this.#tokens[this.#at - 1]?.range.to ?? 0;
  }

  get position(): number {
    return this.#at;
  }

  /** In the order of the text. */
  get issues(): readonly Issue[] {
    return this.#issues.toSorted((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
  }

  advance(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  /** Steps over a symbol, or over a keyword in capitals or not, if it is the next token. */
  take(expected: string): boolean {
    if (!this.is(expected)) return false;
    this.#at++;
    return true;
  }

  is(expected: string): boolean {
    return isToken(this.token, expected);
  }

  isOneOf(expected: readonly string[]): boolean {
    return expected.some((word) => isToken(this.token, word));
  }

  report(message: string, range: TextRange): void {
    if (this.#stopped) return;
    this.#issues.push({ severity: 'error', message, range });
    if (this.#issues.length >= MAX_ISSUES) this.#stop();
  }

  /** Reports what makes the rest unreadable: nothing behind it is read, and nothing more is reported. */
  giveUp(message: string, range: TextRange): void {
    this.report(message, range);
    this.#stop();
  }

  #stop(): void {
    this.#stopped = true;
    this.#at = this.#tokens.length - 1;
  }
}

/** Whether a token is a symbol, or a keyword in capitals or not. */
export function isToken({ kind, text }: Token, expected: string): boolean {
  return kind === 'symbol' ? text === expected : kind === 'word' && text.toUpperCase() === expected;
}
