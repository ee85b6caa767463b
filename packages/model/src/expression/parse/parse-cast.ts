import type { TextRange } from '../../issue.ts';
import type { CastTarget, Expression } from '../expression.ts';
import { parseCastTarget } from './cast-target.ts';
import { type PartParser, takeKeyword } from './part-parser.ts';
import type { TokenReader } from './token-reader.ts';

/** `CAST(operand AS type)` behind its opening parenthesis. */
export function parseCast(parser: PartParser, isTry: boolean, nameRange: TextRange, open: TextRange): Expression {
  const { reader } = parser;
  const { from } = nameRange;
  const operand = parser.until(() => reader.is('AS') || reader.is(')'));
  const target = takeKeyword(reader, 'AS', `${isTry ? 'TRY_CAST' : 'CAST'}(value AS type)`) ? readTarget(reader) : null;
  const to = parser.close(open, ')');
  if (target === null) return parser.broken([operand], from);
  return parser.made({ kind: 'cast', operand, target, isTry, range: { from, to } });
}

/** A type up to the closing parenthesis; null where it is none, reported. */
export function readTarget(reader: TokenReader, stops: readonly string[] = []): CastTarget | null {
  const { from } = reader.token.range;
  let depth = 0;
  while (reader.token.kind !== 'end' && !(depth === 0 && (reader.is(')') || reader.isOneOf(stops)))) {
    const { text, kind } = reader.advance();
    if (kind === 'symbol' && (text === '(' || text === ')')) depth += text === '(' ? 1 : -1;
  }
  const range = { from, to: Math.max(from, reader.lastEnd) };
  const target = parseCastTarget(reader.textOf(range));
  if (!('fault' in target)) return target;
  reader.report(target.fault, range);
  return null;
}
