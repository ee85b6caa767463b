import type { Issue, TextRange } from '../../issue.ts';

/**
 * `word` is a keyword, a function's name or a plain column name; `name` one from backticks; `text` a string literal, both with
 * their quotes undone. `broken` stands for what was already reported. `end` closes every list.
 */
export type Token = {
  readonly kind: 'word' | 'name' | 'number' | 'text' | 'symbol' | 'broken' | 'end';
  readonly text: string;
  readonly range: TextRange;
};

const SPACE = /(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const AFTER_NUMBER = /[A-Za-z0-9_.]+/y;
const TEXT = /'(?:[^']|'')*'(?!')/y;
const QUOTED_NAME = /`(?:[^`]|``)*`(?!`)/y;
const DOUBLE_QUOTED = /"[^"]*"?/y;
const SYMBOL = /<>|!=|<=|>=|==|&&|\|\||[-+*/%=<>(),.![\]]/y;
const FOREIGN = /[^\sA-Za-z0-9_.'`"\-+*/%=<>(),![\]&|]+|[\s\S]/y;

/** Splits the text; what is no part of the language becomes an issue and a `broken` token, and the rest is read on. */
export function tokenize(text: string): { readonly tokens: readonly Token[]; readonly issues: readonly Issue[] } {
  const tokens: Token[] = [];
  const issues: Issue[] = [];
  let at = endOf(SPACE, text, 0);
  while (at < text.length) {
    const token = tokenAt(text, at, (message, to) => issues.push(issueAt(message, at, to)));
    tokens.push(token);
    at = endOf(SPACE, text, token.range.to);
  }
  tokens.push({ kind: 'end', text: '', range: { from: text.length, to: text.length } });
  return { tokens, issues };
}

type Report = (message: string, to: number) => void;

function tokenAt(text: string, from: number, report: Report): Token {
  const first = text[from] as string;
  if (first === "'") return quoted(TEXT, 'text', text, from, report);
  if (first === '`') return quoted(QUOTED_NAME, 'name', text, from, report);
  const word = endOf(WORD, text, from);
  if (word > from) return token('word', text, from, word);
  const number = endOf(NUMBER, text, from);
  if (number > from) return numberAt(text, from, number, report);
  const symbol = text.startsWith('/*', from) ? from : endOf(SYMBOL, text, from);
  if (symbol > from) return token('symbol', text, from, symbol);
  return broken(text, from, report);
}

function numberAt(text: string, from: number, end: number, report: Report): Token {
  const to = endOf(AFTER_NUMBER, text, end);
  if (to === end) return token('number', text, from, end);
  report(
    `${clipped(text, from, to)} is neither a number nor a name. A name that starts with a digit stands in backticks.`,
    to,
  );
  return token('broken', text, from, to);
}

function quoted(pattern: RegExp, kind: 'text' | 'name', text: string, from: number, report: Report): Token {
  const quote = text[from] as string;
  const to = endOf(pattern, text, from);
  if (to === from) {
    report(`This ${kind} has no end. Close it with ${quote}.`, text.length);
    return token('broken', text, from, text.length);
  }
  const inside = text.slice(from + 1, to - 1).replaceAll(quote + quote, quote);
  return { kind, text: inside, range: { from, to } };
}

function broken(text: string, from: number, report: Report): Token {
  if (text.startsWith('/*', from)) {
    report('This comment has no end. Close it with */.', text.length);
    return token('broken', text, from, text.length);
  }
  const doubleQuoted = endOf(DOUBLE_QUOTED, text, from);
  const to = doubleQuoted > from ? doubleQuoted : endOf(FOREIGN, text, from);
  if (doubleQuoted > from) {
    report('Double quotes have no meaning here. A text stands in single quotes, a column in backticks.', to);
  } else {
    report(`${clipped(text, from, to)} has no meaning in an expression. Remove it.`, to);
  }
  return token('broken', text, from, to);
}

function token(kind: Token['kind'], text: string, from: number, to: number): Token {
  return { kind, text: text.slice(from, to), range: { from, to } };
}

/** Where a match that starts at a place ends; the place itself where nothing matches. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function clipped(text: string, from: number, to: number): string {
  return to - from <= 40 ? text.slice(from, to) : `${text.slice(from, from + 40)}…`;
}

function issueAt(message: string, from: number, to: number): Issue {
  return { severity: 'error', message, range: { from, to } };
}
