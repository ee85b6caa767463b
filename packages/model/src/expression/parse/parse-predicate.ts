import { type Expression, MAX_IN_LIST } from '../expression.ts';
import { type PartParser, spanned, takeKeyword } from './part-parser.ts';
import { ADDITIVE_PRECEDENCE, DISTINCT_PRECEDENCE, RANGE_PRECEDENCE, TEST_PRECEDENCE } from './precedence.ts';
import { isToken, type TokenReader } from './token-reader.ts';

const RANGE_WORDS = ['BETWEEN', 'IN', 'LIKE', 'SIMILAR'];
const TESTS = ['NULL', 'TRUE', 'FALSE', 'UNKNOWN', 'JSON'] as const;

/** How tightly the condition binds that begins here with IS, BETWEEN, IN, LIKE or SIMILAR; null where none begins. */
export function predicatePrecedence(reader: TokenReader): number | null {
  if (reader.is('IS')) return isDistinct(reader) ? DISTINCT_PRECEDENCE : TEST_PRECEDENCE;
  const word = reader.is('NOT') ? reader.next : reader.token;
  return RANGE_WORDS.some((known) => isToken(word, known)) ? RANGE_PRECEDENCE : null;
}

/** The condition on a value that begins here, as {@link predicatePrecedence} found it. */
export function parsePredicate(parser: PartParser, operand: Expression): Expression {
  const { reader } = parser;
  if (reader.is('IS')) return isDistinct(reader) ? parseDistinct(parser, operand) : parseTest(parser, operand);
  const negated = reader.take('NOT');
  if (reader.take('BETWEEN')) return parseBetween(parser, operand, negated);
  if (reader.take('IN')) return parseIn(parser, operand, negated);
  return parseLike(parser, operand, negated);
}

function isDistinct(reader: TokenReader): boolean {
  return isToken(isToken(reader.next, 'NOT') ? reader.ahead(2) : reader.next, 'DISTINCT');
}

function parseTest(parser: PartParser, operand: Expression): Expression {
  const { reader } = parser;
  const { range } = reader.advance();
  const negated = reader.take('NOT');
  const { from } = operand.range;
  for (const test of TESTS) {
    if (reader.take(test)) {
      return parser.made({ kind: 'test', operand, test, negated, range: { from, to: reader.lastEnd } });
    }
  }
  reader.report('IS is followed by NULL, TRUE, FALSE, UNKNOWN, JSON or DISTINCT FROM, with or without NOT.', range);
  if (reader.token.kind === 'word') reader.advance();
  return parser.broken([operand], from);
}

function parseDistinct(parser: PartParser, left: Expression): Expression {
  const { reader } = parser;
  reader.advance();
  const negated = reader.take('NOT');
  reader.advance();
  if (!takeKeyword(reader, 'FROM', 'a IS DISTINCT FROM b')) return parser.broken([left], left.range.from);
  const right = parser.binary(DISTINCT_PRECEDENCE + 1);
  return parser.made({ kind: 'distinct', left, right, negated, range: spanned(left.range, right.range) });
}

function parseBetween(parser: PartParser, operand: Expression, negated: boolean): Expression {
  const { reader } = parser;
  const low = parser.binary(ADDITIVE_PRECEDENCE);
  if (!takeKeyword(reader, 'AND', 'a BETWEEN low AND high')) return parser.broken([operand, low], operand.range.from);
  const high = parser.binary(ADDITIVE_PRECEDENCE);
  const range = spanned(operand.range, high.range);
  return parser.made({ kind: 'between', operand, low, high, negated, range });
}

function parseIn(parser: PartParser, operand: Expression, negated: boolean): Expression {
  const { reader } = parser;
  const open = reader.token.range;
  if (!takeKeyword(reader, '(', 'a IN (1, 2)')) return parser.broken([operand], operand.range.from);
  const items: Expression[] = [];
  do items.push(parser.until(() => reader.is(')') || reader.is(',')));
  while (reader.take(','));
  const to = parser.close(open, ')');
  if (items.length > MAX_IN_LIST) {
    reader.giveUp(`IN takes at most ${MAX_IN_LIST} values; here are ${items.length}. Join with a table instead.`, {
      from: open.from,
      to,
    });
  }
  return parser.made({ kind: 'in', operand, items, negated, range: { from: operand.range.from, to } });
}

function parseLike(parser: PartParser, operand: Expression, negated: boolean): Expression {
  const { reader } = parser;
  const isSimilar = reader.take('SIMILAR');
  if (!isSimilar) reader.take('LIKE');
  else if (!takeKeyword(reader, 'TO', "a SIMILAR TO 'b+'")) return parser.broken([operand], operand.range.from);
  const pattern = parser.binary(ADDITIVE_PRECEDENCE);
  const escapeWith = reader.take('ESCAPE') ? parser.binary(ADDITIVE_PRECEDENCE) : null;
  const range = spanned(operand.range, (escapeWith ?? pattern).range);
  return parser.made({
    kind: 'like',
    operator: isSimilar ? 'SIMILAR TO' : 'LIKE',
    operand,
    pattern,
    escape: escapeWith,
    negated,
    range,
  });
}
