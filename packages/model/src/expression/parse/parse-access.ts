import type { Expression } from '../expression.ts';
import type { PartParser } from './part-parser.ts';

/** `.field` or `[index]` behind a value; the point or the bracket is the token here. */
export function parseAccess(parser: PartParser, operand: Expression): Expression {
  return parser.reader.is('.') ? parseField(parser, operand) : parseElement(parser, operand);
}

function parseField(parser: PartParser, operand: Expression): Expression {
  const { reader } = parser;
  const { from } = operand.range;
  const point = reader.advance();
  const { kind, text, range } = reader.token;
  if (kind !== 'word' && kind !== 'name') {
    reader.report("The name of a row's field is missing behind the point.", point.range);
    return parser.broken([operand], from);
  }
  reader.advance();
  return parser.made({ kind: 'field', operand, name: text, nameRange: range, range: { from, to: range.to } });
}

function parseElement(parser: PartParser, operand: Expression): Expression {
  const { reader } = parser;
  const open = reader.advance().range;
  const index = parser.until(() => reader.is(']'));
  const to = parser.close(open, ']');
  return parser.made({ kind: 'element', operand, index, range: { from: operand.range.from, to } });
}
