import type { Issue, TextRange } from '../../issue.ts';
import { BOOLEAN, STRING } from '../../values/column-type.ts';
import { type BinaryOperator, type Expression, MAX_EXPRESSION_DEPTH, partsOf } from '../expression.ts';
import { parseAccess } from './parse-access.ts';
import { parseCall } from './parse-call.ts';
import { parseCase } from './parse-case.ts';
import { type ParsedLiteral, parseNumber } from './parse-literal.ts';
import { parsePredicate, predicatePrecedence } from './parse-predicate.ts';
import { isTypedLiteral, parseTypedLiteral } from './parse-typed-literal.ts';
import { type PartParser, spanned } from './part-parser.ts';
import { BINARY_PRECEDENCE, LOWEST_PRECEDENCE, NEGATION_PRECEDENCE, NOT_PRECEDENCE } from './precedence.ts';
import { TokenReader } from './token-reader.ts';
import type { Token } from './tokenize.ts';
import { isReservedWord } from './words.ts';

/** Slips for which the meant operator is clear. */
const MEANT: Readonly<Record<string, BinaryOperator>> = { '!=': '<>', '==': '=', '&&': 'AND' };

/**
 * Operator precedence over tokens. A mistake is reported and reading goes on: a value that is missing becomes a broken part, two
 * values in a row are both read. What it returns is at most {@link MAX_EXPRESSION_DEPTH} deep, unless that is an issue.
 */
export class ExpressionParser implements PartParser {
  readonly reader: TokenReader;
  readonly #depths = new Map<Expression, number>();
  #nesting = 0;

  constructor(text: string) {
    this.reader = new TokenReader(text);
  }

  whole(): { readonly expression: Expression; readonly issues: readonly Issue[] } {
    const { reader } = this;
    if (reader.token.kind === 'end') {
      reader.giveUp('The expression is empty. Write one, such as price > 100.', reader.token.range);
    }
    const expression = this.until(() => reader.token.kind === 'end');
    return { expression, issues: reader.issues };
  }

  until(closed: () => boolean): Expression {
    const { reader } = this;
    const parts = [this.binary(LOWEST_PRECEDENCE)];
    while (!closed() && reader.token.kind !== 'end') {
      const before = reader.position;
      const last = parts.at(-1) as Expression;
      if (!isUnread(last)) this.#reportStray(reader.token);
      if (reader.take(')') || reader.take(']') || reader.take(',')) {
        parts.splice(-1, 1, this.#joined(LOWEST_PRECEDENCE, last));
      } else parts.push(this.binary(LOWEST_PRECEDENCE));
      if (reader.position === before) reader.advance();
    }
    return parts.length === 1 ? (parts[0] as Expression) : this.broken(parts, (parts[0] as Expression).range.from);
  }

  binary(lowest: number): Expression {
    return this.#joined(lowest, this.#prefixed());
  }

  made(expression: Expression): Expression {
    let depth = 0;
    for (const part of partsOf(expression)) depth = Math.max(depth, this.#depths.get(part) ?? 0);
    this.#depths.set(expression, depth + 1);
    if (depth + 1 > MAX_EXPRESSION_DEPTH) this.#tooDeep(expression.range);
    return expression;
  }

  broken(parts: readonly Expression[], from: number): Expression {
    return this.made({ kind: 'broken', parts, range: { from, to: Math.max(from, this.reader.lastEnd) } });
  }

  close(open: TextRange, symbol: ')' | ']'): number {
    const { reader } = this;
    const name = symbol === ')' ? 'parenthesis' : 'bracket';
    if (!reader.take(symbol)) reader.report(`This ${name} is not closed. Add ${symbol}.`, open);
    return reader.lastEnd;
  }

  #reportStray({ kind, text, range }: Token): void {
    const { reader } = this;
    if (kind === 'broken') return;
    if (reader.is(')')) reader.report('This parenthesis closes nothing. Remove it.', range);
    else if (reader.is(']')) reader.report('This bracket closes nothing. Remove it.', range);
    else if (reader.is(',')) reader.report('A comma has no meaning here. Remove it.', range);
    else if (reader.is('!')) reader.giveUp('Write NOT for !.', range);
    else if (kind === 'word' && isReservedWord(text))
      reader.report(`${text.toUpperCase()} has no meaning here.`, range);
    else reader.report(`An operator is missing before ${kind === 'text' ? 'this text' : clipped(text)}.`, range);
  }

  /** A value that was read on the left, with the operators behind it. */
  #joined(lowest: number, first: Expression): Expression {
    const { reader } = this;
    let left = first;
    while (true) {
      const predicate = predicatePrecedence(reader);
      if (predicate !== null && predicate >= lowest) {
        left = parsePredicate(this, left);
        continue;
      }
      const operator = this.#operator();
      if (operator === null || BINARY_PRECEDENCE[operator] < lowest) return left;
      this.#advanceOver(operator);
      const right = this.binary(BINARY_PRECEDENCE[operator] + 1);
      left = this.made({ kind: 'binary', operator, left, right, range: spanned(left.range, right.range) });
    }
  }

  #operator(): BinaryOperator | null {
    const { kind, text } = this.reader.token;
    if (kind !== 'symbol' && kind !== 'word') return null;
    const operator = MEANT[text] ?? text.toUpperCase();
    return Object.hasOwn(BINARY_PRECEDENCE, operator) ? (operator as BinaryOperator) : null;
  }

  #advanceOver(operator: BinaryOperator): void {
    const { text, range } = this.reader.advance();
    if (text === '==' || text === '&&') this.reader.report(`Write ${operator} for ${text}.`, range);
  }

  /** Every way of nesting passes here, so the depth of the recursion is bounded here. */
  #prefixed(): Expression {
    const { reader } = this;
    if (this.#nesting >= MAX_EXPRESSION_DEPTH) {
      this.#tooDeep(reader.token.range);
      return this.broken([], reader.lastEnd);
    }
    this.#nesting++;
    const { from } = reader.token.range;
    const expression = reader.is('-') ? this.#negated(from) : reader.is('NOT') ? this.#not(from) : this.#accessed();
    this.#nesting--;
    return expression;
  }

  #negated(from: number): Expression {
    this.reader.advance();
    const { kind, text } = this.reader.token;
    if (kind === 'number') return this.#literal(parseNumber(text, true), from);
    const operand = this.binary(NEGATION_PRECEDENCE);
    return this.made({ kind: 'negate', operand, range: { from, to: operand.range.to } });
  }

  #not(from: number): Expression {
    this.reader.advance();
    const operand = this.binary(NOT_PRECEDENCE);
    return this.made({ kind: 'not', operand, range: { from, to: operand.range.to } });
  }

  #accessed(): Expression {
    let operand = this.#primary();
    while (this.reader.is('.') || this.reader.is('[')) operand = parseAccess(this, operand);
    return operand;
  }

  #primary(): Expression {
    const { kind, text, range } = this.reader.token;
    switch (kind) {
      case 'number':
        return this.#literal(parseNumber(text, false), range.from);
      case 'text':
        return this.#literal({ type: STRING, value: text }, range.from);
      case 'name':
        this.reader.advance();
        return this.made({ kind: 'column', name: text, range });
      case 'word':
        return this.#word(text, range);
      case 'broken':
        this.reader.advance();
        return this.broken([], range.from);
      default:
        return this.reader.is('(') ? this.#parenthesis() : this.#missing();
    }
  }

  #word(text: string, range: TextRange): Expression {
    const { reader } = this;
    const word = text.toUpperCase();
    if (word === 'TRUE' || word === 'FALSE')
      return this.#literal({ type: BOOLEAN, value: word === 'TRUE' }, range.from);
    if (word === 'NULL') return this.#literal({ type: null, value: null }, range.from);
    if (word === 'CASE') return parseCase(this);
    if (isReservedWord(word)) return this.#missing();
    if (isTypedLiteral(reader)) return this.#literal(parseTypedLiteral(reader), range.from);
    const { kind, text: following } = reader.next;
    if (kind === 'symbol' && (following === '(' || (following === '[' && word === 'ARRAY'))) return parseCall(this);
    reader.advance();
    return this.made({ kind: 'column', name: text, range });
  }

  /** The token here ends a literal that may have begun before it, with a sign or a word. */
  #literal(literal: ParsedLiteral | { readonly type: null; readonly value: null }, from: number): Expression {
    const { to } = this.reader.advance().range;
    const range = { from, to };
    if (!('fault' in literal)) return this.made({ kind: 'literal', ...literal, range });
    this.reader.report(literal.fault, range);
    return this.broken([], from);
  }

  #parenthesis(): Expression {
    const { range } = this.reader.advance();
    const inside = this.until(() => this.reader.is(')'));
    const to = this.close(range, ')');
    // The range of a part includes its parentheses; its meaning does not.
    return this.made({ ...inside, range: { from: range.from, to } });
  }

  #missing(): Expression {
    const { kind, text, range } = this.reader.token;
    const where = kind === 'end' ? 'at the end' : `before ${text}`;
    if (this.reader.is('!')) this.reader.giveUp('Write NOT for !.', range);
    else this.reader.report(`A value is missing ${where}.`, range);
    return this.broken([], this.reader.lastEnd);
  }

  #tooDeep(range: TextRange): void {
    this.reader.giveUp(
      `The expression is nested more than ${MAX_EXPRESSION_DEPTH} deep. Compute a part of it in a project before.`,
      range,
    );
  }
}

/** A part of which nothing could be read; what is wrong with it was reported. */
function isUnread(expression: Expression | undefined): boolean {
  return expression?.kind === 'broken' && expression.parts.length === 0;
}

function clipped(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
